internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// The macro `@_Inverse`. It generates the accessor of a property that is the other side of a
/// reference.
///
/// `@Relationship` cannot generate the accessor itself: if it were an accessor macro, the compiler
/// would regard every property with it as computed, also one with a delete rule.
struct InverseMacro: AccessorMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] { InverseParser.accessor(node) }
}
