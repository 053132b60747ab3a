/// A comparison of an attribute with a value or another attribute, spelled as in Swift.
package enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Whether it needs an order of the values and not only equality.
    package var isOrder: Bool { self != .equal && self != .notEqual }

    /// Whether the comparison of nil with nil holds.
    var holdsForNils: Bool { self == .equal }
}
