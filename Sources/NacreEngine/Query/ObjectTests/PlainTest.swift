/// A test of one object alone, or of what was found out about all of its entity before.
final class PlainTest: ObjectTest {
    private let place: Int
    private var test: RecordTest
    private let holdsForNothing: Bool

    /// - Parameters:
    ///   - filter: with what it asked of other objects answered.
    ///   - question: the same before that: what stands where there is no object, it says.
    ///   - place: of the object.
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
