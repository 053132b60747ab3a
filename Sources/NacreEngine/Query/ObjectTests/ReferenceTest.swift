/// A test of the object that a reference leads to.
final class ReferenceTest: ObjectTest {
    /// The place of the object that has the reference.
    private let place: Int
    private let path: ReferencePath
    private let targetPlace: Int
    private let test: any ObjectTest

    init(
        _ path: ReferencePath, of place: Int, to targetPlace: Int, _ test: any ObjectTest
    ) {
        self.place = place
        self.path = path
        self.targetPlace = targetPlace
        self.test = test
    }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool {
        objects[targetPlace] = try objects[place].flatMap { try path.target(of: $0) }
        return try test.holds(&objects)
    }
}
