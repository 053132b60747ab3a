/// How an attribute is compared with a value or another attribute; spelled as in Swift.
package enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Whether it asks for an order of the values and not only for their equality.
    package var isOrder: Bool { self != .equal && self != .notEqual }

    /// What it says of nil and nil.
    var holdsForNils: Bool { self == .equal }
}
