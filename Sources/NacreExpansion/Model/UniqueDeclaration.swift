/// Attributes that are unique together: what the text of `#Unique` says.
package struct UniqueDeclaration: Equatable, Sendable {
    /// As members of the fields: `townHall.city`.
    package let attributes: [String]
    /// The argument `conflict`, an expression.
    package let conflict: String?

    package init(_ attributes: [String], conflict: String? = nil) {
        self.attributes = attributes
        self.conflict = conflict
    }
}
