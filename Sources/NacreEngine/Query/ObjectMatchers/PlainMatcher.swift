/// A matcher for one object alone, or for conditions that were resolved for its whole entity
/// before.
final class PlainMatcher: ObjectMatcher {
    private let place: Int
    private var matcher: RecordMatcher
    private let holdsForNothing: Bool

    /// - Parameters:
    ///   - filter: The filter, with conditions on other objects resolved.
    ///   - question: The filter before they were resolved. It decides the result if there is no
    ///     object.
    ///   - place: The place of the object.
    init(
        _ filter: BoundFilter, answering question: FilterExpression, of place: Int,
        in source: StoreView
    ) {
        self.place = place
        matcher = RecordMatcher(filter, in: source)
        holdsForNothing = question.holdsForNothing
    }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool {
        guard let found = objects[place] else { return holdsForNothing }
        return try matcher.matches(found)
    }
}
