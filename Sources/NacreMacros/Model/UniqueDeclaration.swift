/// Attributes that are unique together, as far as the syntax of `#Unique` shows.
struct UniqueDeclaration: Equatable, Sendable {
    /// The attributes as members of the fields: `townHall.city`.
    let attributes: [String]
    /// The argument `conflict`, as an expression.
    let conflict: String?
    /// The argument `where`, as an expression.
    let condition: String?

    init(_ attributes: [String], conflict: String? = nil, where condition: String? = nil) {
        self.attributes = attributes
        self.conflict = conflict
        self.condition = condition
    }

    /// The attribute that is unique by itself among some objects; nil if there are several.
    var conditionalAttribute: String? {
        condition != nil && attributes.count == 1 ? attributes[0] : nil
    }
}
