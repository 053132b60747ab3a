/// Times an operation that is too short to be timed alone.
struct Stopwatch {
    /// How long to measure, in seconds.
    let seconds: Double

    private static let rounds = 5

    /// How long one call of `body` takes: of several rounds the middle one, after some calls that
    /// bring everything into the caches.
    func duration(_ body: () throws -> Void) rethrows -> Duration {
        let round = Duration.seconds(seconds / Double(Self.rounds))
        var times: [Duration] = []
        let clock = ContinuousClock()
        let first = try clock.measure(body)
        // As many calls as fill a round, judged by the slowest.
        let calls = first > .zero ? max(1, Int(min(round / first, 1e6))) : 1
        for _ in 0..<Self.rounds {
            var count = 0
            let time = try clock.measure {
                let end = clock.now + round
                repeat {
                    for _ in 0..<calls { try body() }
                    count += calls
                } while clock.now < end
            }
            times.append(time / count)
        }
        return times.sorted()[Self.rounds / 2]
    }
}
