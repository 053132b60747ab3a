/// Attributes that are unique together: what the text of `#Unique` says.
struct UniqueDeclaration: Equatable, Sendable {
    /// As members of the fields: `townHall.city`.
    let attributes: [String]
    /// The argument `conflict`, an expression.
    let conflict: String?

    init(_ attributes: [String], conflict: String? = nil) {
        self.attributes = attributes
        self.conflict = conflict
    }
}
