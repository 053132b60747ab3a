internal import SwiftDiagnostics
internal import SwiftSyntax

/// A check that macros can extend a type in its place: not if it is generic or private in another
/// one.
enum PlaceCheck {
    /// Returns the problems of a type's place.
    /// - Parameter context: The declarations around it, the innermost first.
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
        // At the top of a file, `private` means `fileprivate`.
        if !context.isEmpty, let modifier = syntax.modifiers.first(where: \.isPrivate) {
            problems.append(Problem.unreachable(modifier, as: kind))
        } else if context.dropLast().contains(where: \.isPrivateType) {
            problems.append(Problem.unreachable(at: name, as: kind))
        }
        return problems
    }
}
