/// Measures how long a closure takes.
enum Stopwatch {
    static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
        let (seconds, attoseconds) = try ContinuousClock().measure(body).components
        return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }

    /// A result that is used cannot be left out.
    @inline(never)
    static func use(_ digest: UInt64) {
        withExtendedLifetime(digest) {}
    }
}
