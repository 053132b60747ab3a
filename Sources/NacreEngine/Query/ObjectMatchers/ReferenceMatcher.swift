/// A matcher for the object that a reference leads to.
final class ReferenceMatcher: ObjectMatcher {
    /// The place of the object that has the reference.
    private let place: Int
    private let path: ReferencePath
    private let targetPlace: Int
    private let matcher: any ObjectMatcher

    init(
        _ path: ReferencePath, of place: Int, to targetPlace: Int, _ matcher: any ObjectMatcher
    ) {
        self.place = place
        self.path = path
        self.targetPlace = targetPlace
        self.matcher = matcher
    }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool {
        objects[targetPlace] = try objects[place].flatMap { try path.target(of: $0) }
        return try matcher.holds(&objects)
    }
}
