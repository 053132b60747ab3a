internal import SwiftDiagnostics
internal import SwiftSyntax

/// A parser that turns the syntax of an enum into its model, or reports its problems.
struct EnumParser {
    /// The result of parsing.
    struct Outcome {
        /// The enum; nil if there are problems.
        let declaration: EnumDeclaration?
        let problems: [Diagnostic]
    }

    private let owner: String
    private let access: AccessLevel
    private var cases: [EnumCase] = []
    private var hasUnknownCase = false
    private var problems: [Diagnostic] = []

    private init(_ syntax: EnumDeclSyntax) {
        owner = syntax.name.trimmed.text
        access = AccessLevel(syntax.modifiers)
    }

    /// Parses an enum.
    /// - Parameter context: The declarations around it, the innermost first.
    static func parse(_ syntax: EnumDeclSyntax, in context: [Syntax] = []) -> Outcome {
        var parser = EnumParser(syntax)
        parser.problems += PlaceCheck.problems(
            of: syntax, named: syntax.name, as: .embedded, in: context)
        if let modifier = syntax.modifiers.first(where: \.isIndirect) {
            parser.problems.append(Problem.indirect(modifier))
        }
        for member in syntax.memberBlock.members { parser.add(member.decl) }
        if parser.problems.isEmpty, parser.cases.allSatisfy(\.payload.isEmpty) {
            parser.problems.append(Problem.noPayload(syntax.enumKeyword))
        }
        guard parser.problems.isEmpty else {
            return Outcome(declaration: nil, problems: parser.problems)
        }
        let declaration = EnumDeclaration(
            name: parser.owner, access: parser.access, cases: parser.cases,
            hasUnknownCase: parser.hasUnknownCase)
        return Outcome(declaration: declaration, problems: [])
    }

    private mutating func add(_ member: DeclSyntax) {
        if let declaration = member.as(EnumCaseDeclSyntax.self) {
            if let modifier = declaration.modifiers.first(where: \.isIndirect) {
                problems.append(Problem.indirect(modifier))
            }
            for element in declaration.elements { add(element) }
        } else if let variable = member.as(VariableDeclSyntax.self), variable.isOfType {
            let names = variable.bindings.map(\.pattern.trimmedDescription)
            if names.contains("unknownCase") { hasUnknownCase = true }
        } else if let condition = member.as(IfConfigDeclSyntax.self), condition.hasCases {
            problems.append(Problem.conditionalCase(condition))
        }
    }

    private mutating func add(_ element: EnumCaseElementSyntax) {
        let name = element.name.trimmed.text
        if ["`case`", "`init`", "`self`", "`Type`", "`Protocol`"].contains(name) {
            problems.append(Problem.caseName(element.name))
            return
        }
        if cases.contains(where: { $0.name == name }) {
            problems.append(Problem.sameCase(element.name))
            return
        }
        var payload: [PropertyDeclaration] = []
        var labels: [String?] = []
        let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
        for (place, parameter) in parameters.enumerated() {
            let label = parameter.firstName.map(\.trimmed.text).flatMap { $0 == "_" ? nil : $0 }
            let unlabeled = parameters.count == 1 ? "value" : "value\(place)"
            let member = label ?? parameter.secondName?.trimmed.text ?? unlabeled
            if let problem = TypeCheck.problem(parameter.type, member, AttributeAnnotations()) {
                problems.append(problem)
                return
            }
            labels.append(label)
            payload.append(
                PropertyDeclaration(
                    name: member, type: TypeText.of(parameter.type, owner: owner),
                    defaultValue: parameter.defaultValue?.value.trimmedDescription,
                    access: access.ofNested))
        }
        cases.append(EnumCase(name: name, payload: payload, labels: labels))
    }
}

extension AccessLevel {
    /// The level of declarations inside a type of this level. The type itself limits their
    /// visibility.
    var ofNested: AccessLevel { self == .public || self == .package ? self : .internal }
}

extension DeclModifierSyntax {
    fileprivate var isIndirect: Bool { name.tokenKind == .keyword(.indirect) }
}

extension IfConfigDeclSyntax {
    /// Whether the condition decides about cases of an enum.
    fileprivate var hasCases: Bool {
        clauses.contains { clause in
            guard case .decls(let members) = clause.elements else { return false }
            return members.contains {
                $0.decl.is(EnumCaseDeclSyntax.self)
                    || $0.decl.as(IfConfigDeclSyntax.self)?.hasCases ?? false
            }
        }
    }
}
