internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// The macro `@Entity`. It generates everything that the protocol `Entity` requires.
///
/// The members are generated in the struct, and only the conformance in an extension. An extension
/// of a nested struct does not see the types next to the struct, and its properties may have these
/// types.
struct EntityMacro: MemberMacro, MemberAttributeMacro, ExtensionMacro {
    /// The general formatter is disabled: the renderers lay out the text, and formatting would take
    /// half of the time.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let parsed = StructParser.parse(declaration, as: .entity, in: context.lexicalContext)
        for problem in parsed.problems { context.diagnose(problem) }
        guard let entity = parsed.declaration else { return [] }
        return EntityRenderer(entity).members.map { DeclSyntax(unparsed: $0) }
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try StructParser.conformance(
            of: declaration, type, to: "Entity", as: .entity, unlessDeclared: protocols,
            in: context.lexicalContext)
    }
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] { InverseParser.accessorMarks(for: member) }
}
