import Nacre

/// Small measurements of the hot paths, from a module that uses Nacre as any other would.
///
///     microbenchmarks [COUNT] [ROUNDS]            structs beside objects, both decoders in turns,
///                                                 and a graph of values: times, room, ratios
///     microbenchmarks COUNT ROUNDS hand|generated one of the decoders, to be counted from outside
@main
struct Microbenchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let count = arguments.first.flatMap { Int($0) } ?? 100_000
        let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 21
        if let name = arguments.dropFirst(2).first {
            guard let decoder = DecodeBenchmark.Decoder(rawValue: name) else {
                print("microbenchmarks: '\(name)' is neither 'hand' nor 'generated'.")
                return
            }
            let benchmark = try DecodeBenchmark(count: count)
            for _ in 0..<rounds { _ = try benchmark.run(decoder) }
            return
        }
        // First, while the process has freed nothing.
        try fetch(count, rounds)
        try decode(count, rounds)
        try saveGraph(rounds)
    }

    private static func decode(_ count: Int, _ rounds: Int) throws {
        let benchmark = try DecodeBenchmark(count: count)
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

    private static func fetch(_ count: Int, _ rounds: Int) throws {
        let benchmark = try ObjectBenchmark(count: count)
        let bytes = try benchmark.bytes()
        print("fetch all of \(count) cities, fastest of \(rounds) rounds, a city:")
        for form in ObjectBenchmark.Form.allCases {
            var best = Double.infinity
            for _ in 0..<rounds {
                let nanoseconds = try time {
                    _ = try benchmark.run(form)
                    return 0
                }
                best = min(best, nanoseconds / Double(count))
            }
            let room = bytes[form].flatMap { $0 }.map { "\($0 / count) bytes" } ?? "unknown room"
            print("  as \(form.rawValue)  \(rounded(best)) ns, \(room)")
        }
    }

    private static func saveGraph(_ rounds: Int) throws {
        let benchmark = try GraphBenchmark()
        var (saving, fetching) = (Double.infinity, Double.infinity)
        for _ in 0..<rounds {
            var store: Store?
            saving = min(
                saving,
                try time {
                    store = try benchmark.save()
                    return 0
                })
            if let store { fetching = min(fetching, try time { try benchmark.fetch(store) }) }
        }
        let former = GraphBenchmark.coreValue
        print("50 companies of 25 employees by value, fastest of \(rounds) rounds:")
        print("  saved    \(rounded(saving / 1e6)) ms; \(former.saved) on record of CoreValue")
        print("  fetched  \(rounded(fetching / 1e6)) ms; \(former.fetched) on record of CoreValue")
    }

    private static func time(_ body: () throws -> Int) rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let sum = try body()
        let duration = clock.now - start
        // The result must be used; otherwise it need not be computed.
        if sum == .min { print("a sum that never is") }
        return Double(duration.components.seconds) * 1e9
            + Double(duration.components.attoseconds) / 1e9
    }

    private static func rounded(_ number: Double) -> String {
        String((number * 100).rounded() / 100)
    }
}
