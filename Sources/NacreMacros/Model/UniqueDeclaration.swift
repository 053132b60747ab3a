/// Attributes that are unique together, as far as the syntax of `#Unique` shows.
struct UniqueDeclaration: Equatable, Sendable {
    /// The attributes as members of the fields: `townHall.city`.
    let attributes: [String]
    /// The argument `conflict`, as an expression.
    let conflict: String?

    init(_ attributes: [String], conflict: String? = nil) {
        self.attributes = attributes
        self.conflict = conflict
    }
}
