internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// `@Attribute`, `@Relationship` and `@Transient`: notes for `@Entity` and `@Embedded`, which read
/// them. By themselves they add nothing.
struct MarkMacro: PeerMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
