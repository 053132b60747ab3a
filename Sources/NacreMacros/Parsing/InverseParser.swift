internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// A parser of properties such as `@Relationship(inverse: \City.mayor) var cities: ToMany<City>`.
/// It also generates the accessor that makes the property a computed one.
enum InverseParser {
    /// Returns the argument `inverse` of a `@Relationship`; nil if the attribute has none.
    static func inverse(of attribute: AttributeSyntax) -> ExprSyntax? {
        guard attribute.lastName == "Relationship", let argument = attribute.labeledArguments.first,
            argument.label?.text == "inverse"
        else { return nil }
        return argument.expression
    }

    /// Returns the accessor macro that is added to a property with an inverse; empty for others.
    static func accessorMarks(for member: some DeclSyntaxProtocol) -> [AttributeSyntax] {
        guard let variable = member.as(VariableDeclSyntax.self) else { return [] }
        for case .attribute(let attribute) in variable.attributes {
            if let inverse = inverse(of: attribute) {
                return ["@Nacre._Inverse(\(inverse.trimmed))"]
            }
        }
        return []
    }

    /// Returns the accessor of a property.
    /// - Parameter mark: The accessor macro, from ``accessorMarks(for:)``.
    static func accessor(_ mark: AttributeSyntax) -> [AccessorDeclSyntax] {
        // If the argument is not a key path, ``parse(_:_:_:_:owner:)`` reports it.
        guard let path = mark.labeledArguments.first?.expression.as(KeyPathExprSyntax.self) else {
            return []
        }
        return ["get { Nacre.ToMany(of: self, inverse: \\\(path.components.trimmed)) }"]
    }

    /// Returns `City` for `ToMany<City>`; nil for other types.
    static func member(of type: TypeSyntax?, owner: String) -> String? {
        let identifier = type?.as(IdentifierTypeSyntax.self)
        let qualified = type?.as(MemberTypeSyntax.self)
        let name = identifier?.name.text ?? qualified?.name.text
        let generics = identifier?.genericArgumentClause ?? qualified?.genericArgumentClause
        guard name == "ToMany", let generics, generics.arguments.count == 1,
            let argument = generics.arguments.first
        else { return nil }
        return TypeText.of(argument.argument, owner: owner)
    }

    /// Parses a property with an inverse.
    /// - Parameter inverse: The argument of the `@Relationship`.
    static func parse(
        _ pattern: IdentifierPatternSyntax, _ variable: VariableDeclSyntax,
        _ binding: PatternBindingSyntax, _ inverse: ExprSyntax, owner: String
    ) -> Result<InverseDeclaration, DiagnosticsError> {
        let name = pattern.identifier.trimmed.text
        func failure(_ problem: Diagnostic) -> Result<InverseDeclaration, DiagnosticsError> {
            .failure(DiagnosticsError(diagnostics: [problem]))
        }
        guard let member = member(of: binding.typeAnnotation?.type, owner: owner) else {
            return failure(Problem.inverseType(pattern, name))
        }
        guard variable.bindingSpecifier.tokenKind == .keyword(.var), binding.initializer == nil
        else { return failure(Problem.inverseValue(pattern, name)) }
        guard let path = inverse.as(KeyPathExprSyntax.self), path.root != nil else {
            return failure(Problem.inversePath(inverse, name, member))
        }
        let text = path.components.trimmedDescription
        return .success(
            InverseDeclaration(
                name: name, member: member,
                reference: String(text.hasPrefix(".") ? text.dropFirst() : text[...]),
                access: AccessLevel(variable.modifiers)))
    }
}
