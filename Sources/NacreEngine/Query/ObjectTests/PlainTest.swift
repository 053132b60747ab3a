/// A test of one object alone, or of conditions that were resolved for its whole entity before.
final class PlainTest: ObjectTest {
    private let place: Int
    private var test: RecordTest
    private let holdsForNothing: Bool

    /// - Parameters:
    ///   - filter: The filter, with conditions on other objects resolved.
    ///   - question: The filter before they were resolved. It decides the result if there is no
    ///     object.
    ///   - place: The place of the object.
    init(_ filter: BoundFilter, answering question: Filter, of place: Int, in source: StoreView) {
        self.place = place
        test = RecordTest(filter, in: source)
        holdsForNothing = question.holdsForNothing
    }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool {
        guard let found = objects[place] else { return holdsForNothing }
        return try test.matches(found)
    }
}
