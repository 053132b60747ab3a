/// A test that holds if another test does not.
final class NegatedTest: ObjectTest {
    private let test: any ObjectTest

    init(_ test: any ObjectTest) { self.test = test }

    func holds(_ objects: inout [FoundRecord?]) throws -> Bool { !(try test.holds(&objects)) }
}
