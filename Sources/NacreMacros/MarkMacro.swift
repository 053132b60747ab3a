internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// The macros `@Attribute`, `@Derived`, `@Relationship` and `@Transient`. They generate nothing;
/// `@Entity` and `@Embedded` read them.
struct MarkMacro: PeerMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
