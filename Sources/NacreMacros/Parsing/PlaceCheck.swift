internal import SwiftDiagnostics
internal import SwiftSyntax

/// Whether a type stands where a macro can take it.
enum PlaceCheck {
    /// - Parameter context: what the declaration stands in, the innermost first.
    static func problems(
        of syntax: some WithGenericParametersSyntax & WithModifiersSyntax, named name: TokenSyntax,
        as kind: StructParser.Kind, in context: [Syntax]
    ) -> [Diagnostic] {
        var problems: [Diagnostic] = []
        if let generics = syntax.genericParameterClause {
            problems.append(Problem.generic(generics, as: kind))
        } else if context.contains(where: {
            $0.asProtocol((any WithGenericParametersSyntax).self)?
                .genericParameterClause != nil
        }) {
            problems.append(Problem.generic(name, as: kind))
        }
        // At the top of a file private means fileprivate.
        if !context.isEmpty, let modifier = syntax.modifiers.first(where: \.isPrivate) {
            problems.append(Problem.unreachable(modifier, as: kind))
        } else if context.dropLast().contains(where: \.isPrivateType) {
            problems.append(Problem.unreachable(at: name, as: kind))
        }
        return problems
    }
}
