package import SwiftDiagnostics
package import SwiftSyntax
internal import SwiftSyntaxBuilder

/// From the text of a declaration to its model, or to what is wrong with it.
package struct StructParser {
    /// Under which macro the declaration stands.
    package enum Kind: Sendable {
        case entity, embedded

        var macroName: String { self == .entity ? "@Entity" : "@Embedded" }
    }

    /// What came out.
    package struct Outcome {
        /// nil if there are problems.
        package let declaration: StructDeclaration?
        package let problems: [Diagnostic]
    }

    private let kind: Kind
    private var problems: [Diagnostic] = []

    private init(_ kind: Kind) { self.kind = kind }

    /// - Parameter context: what the declaration stands in, the innermost first.
    package static func parse(
        _ declaration: some DeclGroupSyntax, as kind: Kind, in context: [Syntax] = []
    ) -> Outcome {
        guard let syntax = declaration.as(StructDeclSyntax.self) else {
            let problem = Problem.notAStruct(declaration, as: kind)
            return Outcome(declaration: nil, problems: [problem])
        }
        var parser = StructParser(kind)
        parser.checkPlace(of: syntax, in: context)
        let result = parser.parse(syntax)
        let isSound = parser.problems.isEmpty
        return Outcome(declaration: isSound ? result : nil, problems: parser.problems)
    }

    /// The extension that conforms a struct. Where the struct has problems there is none, lest the
    /// compiler complains of it besides.
    package static func conformance(
        of declaration: some DeclGroupSyntax, _ type: some TypeSyntaxProtocol,
        to protocolName: String, as kind: Kind, unlessDeclared missing: [TypeSyntax],
        in context: [Syntax]
    ) throws -> [ExtensionDeclSyntax] {
        guard !missing.isEmpty, parse(declaration, as: kind, in: context).declaration != nil else {
            return []
        }
        let text: DeclSyntax =
            "nonisolated extension \(type.trimmed): Nacre.\(raw: protocolName) {}"
        return text.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }

    private mutating func parse(_ syntax: StructDeclSyntax) -> StructDeclaration {
        let name = syntax.name.trimmed.text
        var properties = PropertyParser(kind, owner: name)
        var indexes: [[String]] = []
        var uniques: [UniqueDeclaration] = []
        var hasInitializer = false
        for member in syntax.memberBlock.members {
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                properties.add(variable)
            } else if let macro = member.decl.as(MacroExpansionDeclSyntax.self) {
                if macro.macroName.text == "Index" { indexes += index(macro, in: name) }
                if macro.macroName.text == "Unique" { uniques += unique(macro, in: name) }
            } else if member.decl.is(InitializerDeclSyntax.self) {
                hasInitializer = true
            } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
                if condition.hasStorage {
                    problems.append(Problem.conditional(condition, as: kind))
                }
            }
        }
        problems += properties.problems
        // One attribute is unique by itself.
        uniques.removeAll {
            $0.attributes.count == 1
                && properties.markUnique($0.attributes[0], conflict: $0.conflict)
        }
        let result = StructDeclaration(
            name: name, access: AccessLevel(syntax.modifiers), properties: properties.properties,
            derived: properties.derived, inverses: properties.inverses, indexes: indexes,
            uniques: uniques,
            hasInitializer: hasInitializer)
        if kind == .entity { return result.withID() }
        if result.properties.isEmpty, problems.isEmpty {
            problems.append(Problem.empty(syntax.name))
        }
        return result
    }

    private mutating func checkPlace(of syntax: StructDeclSyntax, in context: [Syntax]) {
        if let generics = syntax.genericParameterClause {
            problems.append(Problem.generic(generics, as: kind))
        } else if context.contains(where: {
            $0.asProtocol((any WithGenericParametersSyntax).self)?
                .genericParameterClause != nil
        }) {
            problems.append(Problem.generic(syntax.name, as: kind))
        }
        // At the top of a file private means fileprivate.
        if !context.isEmpty, let modifier = syntax.modifiers.first(where: \.isPrivate) {
            problems.append(Problem.unreachable(modifier, as: kind))
        } else if context.dropLast().contains(where: \.isPrivateType) {
            problems.append(Problem.unreachable(at: syntax.name, as: kind))
        }
    }

    private mutating func unique(
        _ macro: MacroExpansionDeclSyntax, in owner: String
    ) -> [UniqueDeclaration] {
        let conflict = macro.arguments.first { $0.label?.text == "conflict" }?.expression
        return index(macro, in: owner).map {
            UniqueDeclaration($0, conflict: conflict?.trimmedDescription)
        }
    }

    /// The attributes of an `#Index` or a `#Unique`.
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
                guard let path = key.expression.as(KeyPathExprSyntax.self) else {
                    problems.append(Problem.indexKeys(key.expression, macro.macroName.text))
                    return nil
                }
                let text = path.components.trimmedDescription
                // `\City.Fields.name` may be written as well.
                let root = path.root == nil ? "." : ".Fields."
                return String(text.hasPrefix(root) ? text.dropFirst(root.count) : text[...])
            }
        }
    }
}
