/// A test of several objects, and of how many it must hold.
struct QuantifiedTest {
    private let quantifier: Quantifier
    /// Where each of the objects comes, one after another.
    private let place: Int
    private let test: any ObjectTest

    init(_ quantifier: Quantifier, of place: Int, _ test: any ObjectTest) {
        self.quantifier = quantifier
        self.place = place
        self.test = test
    }

    /// Whether it holds where there is nothing that could have such objects.
    var holdsForNil: Bool { quantifier.holdsForNil }

    /// - Parameters:
    ///   - items: what leads to the objects.
    ///   - find: gives the object of one; nil if there is none, for which the test does not hold.
    func holds<Item>(
        for items: [Item], _ objects: inout [FoundRecord?], _ find: (Item) throws -> FoundRecord?
    ) throws -> Bool {
        var count: Int64 = 0
        for item in items {
            let found = try find(item)
            objects[place] = found
            let holds = try found != nil && test.holds(&objects)
            switch quantifier {
            case .any: if holds { return true }
            case .all: if !holds { return false }
            case .count: if holds { count += 1 }
            }
        }
        guard case .count(let comparison, let wanted) = quantifier else {
            return quantifier == .all
        }
        return Matcher.compare(count, comparison, wanted)
    }
}
