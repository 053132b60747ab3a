internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// `@_Inverse`: the accessor of a property that is the other side of a reference.
///
/// `@Relationship` cannot be the one that adds it: to the compiler every property with an accessor
/// macro of that name would be computed, also one with a delete rule.
struct InverseMacro: AccessorMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] { InverseParser.accessor(node) }
}
