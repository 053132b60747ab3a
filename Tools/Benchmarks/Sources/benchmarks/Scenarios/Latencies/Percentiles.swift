/// The latencies of many calls.
struct Percentiles {
    /// The latencies in seconds.
    private(set) var latencies: [Double] = []

    init(capacity: Int) { latencies.reserveCapacity(capacity) }

    /// Measures a call.
    mutating func add(_ call: () throws -> Void) rethrows {
        let (seconds, attoseconds) = try ContinuousClock().measure(call).components
        latencies.append(Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// Half of the calls, 99 of 100, and 999 of 1,000 take at most these times.
    var values: [Double] {
        let sorted = latencies.sorted()
        return Self.shares.map { sorted[min(sorted.count - 1, Int($0 * Double(sorted.count)))] }
    }

    static let shares = [0.5, 0.99, 0.999]
    static let names = ["p50", "p99", "p99.9"]
}
