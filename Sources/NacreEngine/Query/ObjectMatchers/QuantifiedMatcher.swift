/// A matcher for several objects, with a quantifier for how many of them must pass.
struct QuantifiedMatcher {
    private let quantifier: Quantifier
    /// The place at which the objects are set, one after another.
    private let place: Int
    private let matcher: any ObjectMatcher

    init(_ quantifier: Quantifier, of place: Int, _ matcher: any ObjectMatcher) {
        self.quantifier = quantifier
        self.place = place
        self.matcher = matcher
    }

    /// Whether the test holds if nothing exists that could have such objects.
    var holdsForNil: Bool { quantifier.holdsForNil }

    /// Returns whether the test holds for some objects.
    /// - Parameters:
    ///   - items: The items that lead to the objects.
    ///   - find: Returns the object of an item; nil if there is none, for which nothing holds.
    func holds<Item>(
        for items: [Item], _ objects: inout [FoundRecord?], _ find: (Item) throws -> FoundRecord?
    ) throws -> Bool {
        var count: Int64 = 0
        for item in items {
            let found = try find(item)
            objects[place] = found
            let holds = try found != nil && matcher.holds(&objects)
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
