internal import SwiftDiagnostics
internal import SwiftSyntax

/// The problems of a relationship.
extension Problem {
    static func inverseType(_ pattern: some SyntaxProtocol, _ name: String) -> Diagnostic {
        diagnostic(
            "inverseType", at: pattern,
            "'\(name)' is the other side of a reference: give it the type ToMany<...> of the entity"
                + " that refers")
    }

    static func inverseValue(_ pattern: some SyntaxProtocol, _ name: String) -> Diagnostic {
        diagnostic(
            "inverseValue", at: pattern,
            "'\(name)' is computed from the references of others: make it var, without a value")
    }

    static func inversePath(
        _ path: some SyntaxProtocol, _ name: String, _ member: String
    ) -> Diagnostic {
        diagnostic(
            "inversePath", at: path,
            "'\(name)' needs the key path of a reference: inverse: \\\(member).owner")
    }

    static func missingInverse(
        _ type: some SyntaxProtocol, _ name: String, _ member: String
    ) -> Diagnostic {
        diagnostic(
            "missingInverse", at: type,
            "'\(name)' is derived from a reference: name it with"
                + " @Relationship(inverse: \\\(member).owner)")
    }

    static func nullifiedReference(_ type: TypeSyntax, _ name: String) -> Diagnostic {
        let optional = OptionalTypeSyntax(
            wrappedType: type.trimmed, trailingTrivia: type.trailingTrivia)
        return diagnostic(
            "nullifiedReference", at: type,
            "'\(name)' is required, so it cannot be nullified: make it optional, or choose .cascade"
                + " or .deny",
            fixIts: [Remedy.replacing(type, by: optional, "write '?'")])
    }
}
