/// Holds where each of some tests does, or one of them.
final class JoinedTest: ObjectTest {
    private let tests: [any ObjectTest]
    private let isForEach: Bool

    /// - Parameter tests: the quickest first.
    init(_ tests: [any ObjectTest], isForEach: Bool) {
        self.tests = tests
        self.isForEach = isForEach
    }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool {
        // The first one that does not hold, or holds, says it for all.
        for test in tests where try test.holds(&objects) != isForEach { return !isForEach }
        return isForEach
    }
}
