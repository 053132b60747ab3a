internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// A parser that turns the syntax of a struct into its model, or reports its problems.
struct StructParser {
    /// The macro that a declaration has.
    enum Kind: Sendable {
        case entity, embedded

        var macroName: String { self == .entity ? "@Entity" : "@Embedded" }
    }

    /// The result of parsing.
    struct Outcome {
        /// The struct; nil if there are problems.
        let declaration: StructDeclaration?
        let problems: [Diagnostic]
    }

    private let kind: Kind
    private var problems: [Diagnostic] = []

    private init(_ kind: Kind) { self.kind = kind }

    /// Parses a declaration.
    /// - Parameter context: The declarations around it, the innermost first.
    static func parse(
        _ declaration: some DeclGroupSyntax, as kind: Kind, in context: [Syntax] = []
    ) -> Outcome {
        if kind == .embedded, let syntax = declaration.as(EnumDeclSyntax.self) {
            return Outcome(
                declaration: nil, problems: EnumParser.parse(syntax, in: context).problems)
        }
        guard let syntax = declaration.as(StructDeclSyntax.self) else {
            let problem = Problem.notAStruct(declaration, as: kind)
            return Outcome(declaration: nil, problems: [problem])
        }
        var parser = StructParser(kind)
        parser.problems += PlaceCheck.problems(
            of: syntax, named: syntax.name, as: kind, in: context)
        let result = parser.parse(syntax)
        let isSound = parser.problems.isEmpty
        return Outcome(declaration: isSound ? result : nil, problems: parser.problems)
    }

    /// Returns the extension that makes a type conform. If the type has problems, there is none,
    /// because the compiler would report errors in it too.
    static func conformance(
        of declaration: some DeclGroupSyntax, _ type: some TypeSyntaxProtocol,
        to protocolName: String, as kind: Kind, unlessDeclared missing: [TypeSyntax],
        in context: [Syntax]
    ) throws -> [ExtensionDeclSyntax] {
        let enumeration = kind == .embedded ? declaration.as(EnumDeclSyntax.self) : nil
        let isSound =
            enumeration.map { EnumParser.parse($0, in: context).declaration != nil }
            ?? (parse(declaration, as: kind, in: context).declaration != nil)
        // The compiler relies on a macro for each conformance that the macro may declare. It does
        // not derive such a conformance from another protocol, so an enum declares both.
        let wanted = [protocolName] + (enumeration == nil ? [] : ["\(protocolName)Enum"])
        let names = wanted.filter { name in
            missing.contains { $0.trimmedDescription.split(separator: ".").last == name[...] }
        }
        guard isSound, !names.isEmpty else { return [] }
        let list = names.map { "Nacre.\($0)" }.joined(separator: ", ")
        let text: DeclSyntax = "nonisolated extension \(type.trimmed): \(raw: list) {}"
        return text.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }

    private mutating func parse(_ syntax: StructDeclSyntax) -> StructDeclaration {
        let name = syntax.name.trimmed.text
        var properties = PropertyParser(kind, owner: name)
        var indexes: [[String]] = []
        var uniques: [UniqueDeclaration] = []
        var searches: [SearchDeclaration] = []
        var initializers: [InitializerDeclSyntax] = []
        for member in syntax.memberBlock.members {
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                properties.add(variable)
            } else if let macro = member.decl.as(MacroExpansionDeclSyntax.self) {
                if macro.macroName.text == "Index" { indexes += index(macro, in: name) }
                if macro.macroName.text == "Unique" { uniques += unique(macro, in: name) }
                if macro.macroName.text == "Search" { searches += search(macro, in: name) }
            } else if let initializer = member.decl.as(InitializerDeclSyntax.self) {
                initializers.append(initializer)
            } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
                if condition.hasStorage {
                    problems.append(Problem.conditional(condition, as: kind))
                }
            }
        }
        problems += properties.problems
        // A list of a single property makes that property unique by itself.
        uniques.removeAll {
            $0.attributes.count == 1 && $0.condition == nil
                && properties.markUnique($0.attributes[0], conflict: $0.conflict)
        }
        let result = StructDeclaration(
            name: name, access: AccessLevel(syntax.modifiers), properties: properties.properties,
            derived: properties.derived, inverses: properties.inverses, indexes: indexes,
            uniques: uniques, searches: searches, hasInitializer: !initializers.isEmpty,
            hasThrowingInitializer: initializers.contains {
                $0.isThrowing && $0.takes(properties.properties, owner: name)
            },
            declaresIDType: syntax.memberBlock.members.contains {
                $0.decl.asProtocol((any NamedDeclSyntax).self)?.name.text == "ID"
            })
        if kind == .entity { return result.withID() }
        if result.properties.isEmpty, problems.isEmpty {
            problems.append(Problem.empty(syntax.name))
        }
        return result
    }

    private mutating func unique(
        _ macro: MacroExpansionDeclSyntax, in owner: String
    ) -> [UniqueDeclaration] {
        func expression(_ label: String) -> String? {
            macro.arguments.first { $0.label?.text == label }?.expression.trimmedDescription
        }
        let condition = expression("where")
        let closure =
            macro.trailingClosure
            ?? macro.arguments.first { $0.label?.text == "where" }?.expression
            .as(ClosureExprSyntax.self)
        if let closure { problems.append(Problem.conditionClosure(closure, owner)) }
        return index(macro, in: owner).map {
            UniqueDeclaration($0, conflict: expression("conflict"), where: condition)
        }
    }

    private mutating func search(
        _ macro: MacroExpansionDeclSyntax, in owner: String
    ) -> [SearchDeclaration] {
        func argument(_ label: String) -> ExprSyntax? {
            macro.arguments.first { $0.label?.text == label }?.expression
        }
        let weights = weights(argument("weights"))
        return index(macro, in: owner).map { attributes in
            for weight in weights where !attributes.contains(weight.attribute) {
                problems.append(Problem.searchWeight(weight.key, weight.attribute))
            }
            return SearchDeclaration(
                attributes: attributes,
                weights: weights.isEmpty
                    ? []
                    : attributes.map { attribute in
                        weights.last { $0.attribute == attribute }?.value ?? "1"
                    },
                name: argument("named")?.trimmedDescription,
                tokenizer: argument("tokenizer")?.trimmedDescription)
        }
    }

    /// Returns the items of the argument `weights` of a `#Search`.
    private mutating func weights(
        _ argument: ExprSyntax?
    ) -> [(key: ExprSyntax, attribute: String, value: String)] {
        guard let argument else { return [] }
        guard
            let elements = argument.as(DictionaryExprSyntax.self)?.content
                .as(DictionaryElementListSyntax.self)
        else {
            problems.append(Problem.searchWeights(argument))
            return []
        }
        return elements.compactMap { element in
            guard let name = Self.attribute(at: element.key) else {
                problems.append(Problem.searchWeights(element.key))
                return nil
            }
            return (element.key, name, element.value.trimmedDescription)
        }
    }

    /// Returns the attribute that a key path leads to, as a member of the fields; nil if the
    /// expression is no key path.
    private static func attribute(at key: ExprSyntax) -> String? {
        guard let path = key.as(KeyPathExprSyntax.self) else { return nil }
        let text = path.components.trimmedDescription
        // `\City.Fields.name` is allowed as well.
        let root = path.root == nil ? "." : ".Fields."
        return String(text.hasPrefix(root) ? text.dropFirst(root.count) : text[...])
    }

    /// Returns the attributes of an `#Index`, a `#Unique` or a `#Search`.
    private mutating func index(
        _ macro: MacroExpansionDeclSyntax, in owner: String
    ) -> [[String]] {
        if let argument = macro.genericArgumentClause?.arguments.first,
            case let name = argument.argument.lastToken(viewMode: .sourceAccurate)?.text,
            name != owner, name != "Self"
        {
            problems.append(
                Problem.indexOwner(argument.argument, macro.macroName.text, owner))
        }
        return macro.arguments.filter { $0.label == nil }.map { argument in
            guard let list = argument.expression.as(ArrayExprSyntax.self) else {
                problems.append(Problem.indexKeys(argument.expression, macro.macroName.text))
                return []
            }
            return list.elements.compactMap { key in
                let attribute = Self.attribute(at: key.expression)
                if attribute == nil {
                    problems.append(Problem.indexKeys(key.expression, macro.macroName.text))
                }
                return attribute
            }
        }
    }
}

extension InitializerDeclSyntax {
    /// Whether it throws, and can be called like a memberwise one otherwise.
    fileprivate var isThrowing: Bool {
        let effects = signature.effectSpecifiers
        return effects?.throwsClause != nil && effects?.asyncSpecifier == nil
            && optionalMark == nil && genericParameterClause == nil
    }

    /// Returns whether its parameters are the given properties, in their order.
    fileprivate func takes(_ properties: [PropertyDeclaration], owner: String) -> Bool {
        let parameters = signature.parameterClause.parameters
        return parameters.count == properties.count
            && zip(parameters, properties).allSatisfy { parameter, property in
                let type = TypeText.of(parameter.type, owner: owner)
                return parameter.firstName.text.withoutBackticks == property.plainName
                    && type.filter { !$0.isWhitespace }
                        == property.type.filter { !$0.isWhitespace }
            }
    }
}
