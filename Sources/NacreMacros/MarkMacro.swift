package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@Attribute`, `@Relationship` and `@Transient`: notes for `@Entity` and `@Embedded`, which read
/// them. By themselves they add nothing.
package struct MarkMacro: PeerMacro {
    package static var formatMode: FormatMode { .disabled }

    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
