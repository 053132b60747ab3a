internal import SwiftSyntax

/// Properties of syntax that the parsers read.
extension AccessLevel {
    init(_ modifiers: DeclModifierListSyntax) {
        // `private(set)` does not limit reading.
        let words = modifiers.lazy.filter { $0.detail == nil }.map(\.name.text)
        self = words.compactMap(AccessLevel.init(rawValue:)).first ?? .internal
    }
}

extension DeclModifierSyntax {
    var isPrivate: Bool { name.tokenKind == .keyword(.private) && detail == nil }
}

extension Syntax {
    /// Whether this is a type with a `private` modifier of its own.
    var isPrivateType: Bool {
        guard !self.is(ExtensionDeclSyntax.self) else { return false }
        let group = asProtocol((any DeclGroupSyntax).self)
        return group?.modifiers.contains(where: \.isPrivate) ?? false
    }
}

extension AttributeSyntax {
    /// The last part of the name: `Attribute` of `@Nacre.Attribute(...)`.
    var lastName: String {
        attributeName.as(MemberTypeSyntax.self)?.name.text
            ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? ""
    }

    var labeledArguments: [LabeledExprSyntax] {
        arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
    }

    /// Whether the attribute may add storage. Attributes of the language begin with a small letter;
    /// wrappers and macros, which may have storage, begin with a capital one.
    var mayHaveStorage: Bool { lastName.first?.isUppercase ?? false }
}

extension VariableDeclSyntax {
    func has(_ keyword: Keyword) -> Bool {
        modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
    }

    var isOfType: Bool { has(.static) || has(.class) }

    /// Returns the type that a binding shares with a later one: `Int` for `a` in `var a, b: Int`.
    func sharedType(of binding: PatternBindingSyntax) -> TypeSyntax? {
        guard binding.initializer == nil, let index = bindings.index(of: binding) else {
            return nil
        }
        return bindings[index...].lazy.compactMap(\.typeAnnotation).first?.type
    }
}

extension PatternBindingSyntax {
    /// Whether the property is computed. Observers belong to a stored property; any other accessor
    /// makes it a computed one.
    var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let accessors):
            accessors.contains {
                let keyword = $0.accessorSpecifier.tokenKind
                return keyword != .keyword(.willSet) && keyword != .keyword(.didSet)
            }
        }
    }
}

extension IfConfigDeclSyntax {
    /// Whether the condition decides about stored properties or initialisers of a struct.
    var hasStorage: Bool {
        clauses.contains { clause in
            guard case .decls(let members) = clause.elements else { return false }
            return members.contains { member in
                if let variable = member.decl.as(VariableDeclSyntax.self) {
                    return !variable.isOfType && !variable.bindings.allSatisfy(\.isComputed)
                }
                return member.decl.is(InitializerDeclSyntax.self)
                    || member.decl.as(IfConfigDeclSyntax.self)?.hasStorage ?? false
            }
        }
    }
}
