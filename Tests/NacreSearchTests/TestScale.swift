import Foundation

/// The amount of random tests: NACRE_TEST_SCALE times that of each change, 0.3 without the
/// variable; from the seed NACRE_TEST_SEED on.
enum TestScale {
    private static func number(_ name: String) -> Double? {
        ProcessInfo.processInfo.environment[name].flatMap { Double($0) }
    }

    static func seeds(_ count: Int) -> Range<Int> {
        let start = number("NACRE_TEST_SEED").flatMap { Int(exactly: $0) } ?? 0
        let scaled = Double(count) * (number("NACRE_TEST_SCALE") ?? 0.3)
        return start..<start + max(Int(scaled.rounded()), 1)
    }
}
