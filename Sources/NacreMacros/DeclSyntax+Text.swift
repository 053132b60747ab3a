internal import SwiftSyntax

extension DeclSyntax {
    /// Text that is not looked into. The compiler gets an expansion as text and parses it anyway;
    /// parsing it here before that would take two thirds of the time of an expansion.
    init(unparsed text: String) {
        self.init(
            MissingDeclSyntax(attributes: [], modifiers: [], placeholder: .identifier(text)))
    }
}
