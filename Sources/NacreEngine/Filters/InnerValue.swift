/// What stands inside of an attribute's value and can be tested. Arrays of scalars have elements;
/// what JSON text has, it says itself: what is not there is nil, and nil has no elements.
package enum InnerValue: Sendable, Hashable {
    /// How many elements a collection has.
    case count
    /// The value of a dictionary's key, nil if it does not have the key.
    case value(ofKey: String)
    /// A dictionary's keys, as a collection.
    case keys
    /// A dictionary's values, as a collection.
    case values
    /// Any element: the test holds for at least one.
    case someElement
    /// All elements: the test holds for each.
    case everyElement

    /// The name of what stands inside, in the filter of it.
    package static let element = "$0"

    /// Whether the test is one of elements, each in its turn.
    var isElement: Bool { self == .someElement || self == .everyElement }

    /// Those that are written as a name behind a point.
    static let named: [String: InnerValue] = ["count": .count, "keys": .keys, "values": .values]

    static let methods: [String: InnerValue] = [
        "contains": .someElement, "allSatisfy": .everyElement,
    ]
}
