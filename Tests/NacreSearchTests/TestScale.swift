import Foundation

/// The amount of random tests: NACRE_TEST_SCALE times the usual one, from NACRE_TEST_SEED on.
enum TestScale {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    static func seeds(_ count: Int) -> Range<Int> {
        let start = number("NACRE_TEST_SEED") ?? 0
        return start..<start + max(count * (number("NACRE_TEST_SCALE") ?? 1), 1)
    }
}
