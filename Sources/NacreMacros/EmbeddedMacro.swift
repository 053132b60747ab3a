internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// The macro `@Embedded`. It generates everything that the protocol `Embedded` or `EmbeddedEnum`
/// requires. ``EntityMacro`` explains why the members are in the type itself.
struct EmbeddedMacro: MemberMacro, ExtensionMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if let syntax = declaration.as(EnumDeclSyntax.self) {
            let parsed = EnumParser.parse(syntax, in: context.lexicalContext)
            for problem in parsed.problems { context.diagnose(problem) }
            return parsed.declaration.map(EnumRenderer.init)?.members
                .map { DeclSyntax(unparsed: $0) } ?? []
        }
        let parsed = StructParser.parse(declaration, as: .embedded, in: context.lexicalContext)
        for problem in parsed.problems { context.diagnose(problem) }
        guard let embedded = parsed.declaration else { return [] }
        return EmbeddedRenderer(embedded).members.map { DeclSyntax(unparsed: $0) }
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try StructParser.conformance(
            of: declaration, type, to: "Embedded", as: .embedded, unlessDeclared: protocols,
            in: context.lexicalContext)
    }
}
