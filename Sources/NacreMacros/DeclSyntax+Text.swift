internal import SwiftSyntax

extension DeclSyntax {
    /// Makes a declaration from text without parsing it. The compiler gets an expansion as text and
    /// parses it anyway. Parsing it here too would take two thirds of the time of an expansion.
    init(unparsed text: String) {
        self.init(
            MissingDeclSyntax(attributes: [], modifiers: [], placeholder: .identifier(text)))
    }
}
