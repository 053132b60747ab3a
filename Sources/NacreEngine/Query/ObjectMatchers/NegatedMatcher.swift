/// Holds if another matcher does not.
final class NegatedMatcher: ObjectMatcher {
    private let matcher: any ObjectMatcher

    init(_ matcher: any ObjectMatcher) { self.matcher = matcher }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool { !(try matcher.holds(&objects)) }
}
