/// Small measurements of the hot paths, from a module that uses Nacre as any other would.
///
///     microbenchmarks [COUNT] [ROUNDS]            both decoders in turns, times and their ratio
///     microbenchmarks COUNT ROUNDS hand|generated one of them, to be counted from outside
@main
struct Microbenchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let count = arguments.first.flatMap { Int($0) } ?? 100_000
        let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 21
        let benchmark = try DecodeBenchmark(count: count)
        if let name = arguments.dropFirst(2).first {
            guard let decoder = DecodeBenchmark.Decoder(rawValue: name) else {
                print("microbenchmarks: '\(name)' is neither 'hand' nor 'generated'.")
                return
            }
            for _ in 0..<rounds { _ = try benchmark.run(decoder) }
            return
        }
        var best: [DecodeBenchmark.Decoder: Double] = [:]
        for _ in 0..<rounds {
            for decoder in DecodeBenchmark.Decoder.allCases {
                let nanoseconds = try time { try benchmark.run(decoder) } / Double(count)
                best[decoder] = min(best[decoder] ?? .infinity, nanoseconds)
            }
        }
        let hand = best[.hand] ?? 0
        let generated = best[.generated] ?? 0
        print("decode a City, fastest of \(rounds) rounds of \(count):")
        print("  by hand    \(rounded(hand)) ns")
        print("  generated  \(rounded(generated)) ns, ratio \(rounded(generated / hand))")
    }

    private static func time(_ body: () throws -> Int) rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let sum = try body()
        let duration = clock.now - start
        // What is computed must be used, or it need not be computed.
        if sum == .min { print("a sum that never is") }
        return Double(duration.components.seconds) * 1e9
            + Double(duration.components.attoseconds) / 1e9
    }

    private static func rounded(_ number: Double) -> String {
        String((number * 100).rounded() / 100)
    }
}
