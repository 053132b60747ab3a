/// Times an operation that is too short to be timed on its own.
struct Stopwatch {
    /// The duration of a measurement, in seconds.
    let seconds: Double

    private static let rounds = 5

    /// Returns the duration of one call of `body`: the median of several rounds, after warm-up
    /// calls that fill the caches.
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
