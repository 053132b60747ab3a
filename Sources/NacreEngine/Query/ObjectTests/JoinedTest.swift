/// A conjunction or disjunction of tests.
final class JoinedTest: ObjectTest {
    private let tests: [any ObjectTest]
    private let isForEach: Bool

    /// - Parameters:
    ///   - tests: The tests, the fastest first.
    ///   - isForEach: Whether all tests must hold; otherwise one is enough.
    init(_ tests: [any ObjectTest], isForEach: Bool) {
        self.tests = tests
        self.isForEach = isForEach
    }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool {
        // The first test that decides ends the evaluation.
        for test in tests where try test.holds(&objects) != isForEach { return !isForEach }
        return isForEach
    }
}
