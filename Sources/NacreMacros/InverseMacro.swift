internal import NacreExpansion
package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@_Inverse`: the accessor of a property that is the other side of a reference.
///
/// `@Relationship` cannot be the one that adds it: to the compiler every property with an accessor
/// macro of that name would be computed, also one with a delete rule.
package struct InverseMacro: AccessorMacro {
    package static var formatMode: FormatMode { .disabled }

    package static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] { InverseParser.accessor(node) }
}
