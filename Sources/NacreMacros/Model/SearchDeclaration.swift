/// A full-text search, as far as the syntax of `#Search` shows.
struct SearchDeclaration: Equatable, Sendable {
    /// The attributes as members of the fields: `townHall.city`.
    let attributes: [String]
    /// The weight of each attribute, as an expression; empty if there are none.
    let weights: [String]
    /// The argument `named`, as an expression.
    let name: String?
    /// The argument `tokenizer`, as an expression.
    let tokenizer: String?
}
