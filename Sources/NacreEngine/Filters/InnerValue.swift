/// A part of an attribute's value that can be tested. Arrays of scalars have elements. JSON text
/// determines its own parts: missing parts are nil, and nil has no elements.
package enum InnerValue: Sendable, Hashable {
    /// The number of a collection's elements.
    case count
    /// The value of a dictionary's key. Nil if the dictionary lacks the key.
    case value(ofKey: String)
    /// A dictionary's keys, as a collection.
    case keys
    /// A dictionary's values, as a collection.
    case values
    /// Any element: the test holds for at least one.
    case someElement
    /// All elements: the test holds for each.
    case everyElement

    /// The name of the part in the filter that tests it.
    package static let element = "$0"

    /// Whether the test applies to elements individually.
    var isElement: Bool { self == .someElement || self == .everyElement }

    /// The parts that are written as a name after a point.
    static let named: [String: InnerValue] = ["count": .count, "keys": .keys, "values": .values]

    static let methods: [String: InnerValue] = [
        "contains": .someElement, "allSatisfy": .everyElement,
    ]
}
