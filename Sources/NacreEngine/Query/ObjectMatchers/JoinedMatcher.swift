/// A conjunction or disjunction of matchers.
final class JoinedMatcher: ObjectMatcher {
    private let matchers: [any ObjectMatcher]
    private let isForEach: Bool

    /// - Parameters:
    ///   - matchers: The matchers, the fastest first.
    ///   - isForEach: Whether all must hold; otherwise one is enough.
    init(_ matchers: [any ObjectMatcher], isForEach: Bool) {
        self.matchers = matchers
        self.isForEach = isForEach
    }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool {
        // The first matcher that decides ends the evaluation.
        for matcher in matchers where try matcher.holds(&objects) != isForEach { return !isForEach }
        return isForEach
    }
}
