internal import SwiftSyntax

/// What the parser asks of syntax.
extension AccessLevel {
    init(_ modifiers: DeclModifierListSyntax) {
        // `private(set)` says nothing of who may read.
        let words = modifiers.lazy.filter { $0.detail == nil }.map(\.name.text)
        self = words.compactMap(AccessLevel.init(rawValue:)).first ?? .internal
    }
}

extension DeclModifierSyntax {
    var isPrivate: Bool { name.tokenKind == .keyword(.private) && detail == nil }
}

extension Syntax {
    /// Whether this is a type that is private by its own word.
    var isPrivateType: Bool {
        guard !self.is(ExtensionDeclSyntax.self) else { return false }
        let group = asProtocol((any DeclGroupSyntax).self)
        return group?.modifiers.contains(where: \.isPrivate) ?? false
    }
}

extension AttributeSyntax {
    /// `Attribute` of `@Nacre.Attribute(...)`.
    var lastName: String {
        attributeName.as(MemberTypeSyntax.self)?.name.text
            ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? ""
    }

    var labeledArguments: [LabeledExprSyntax] {
        arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
    }

    /// Attributes of the language begin with a small letter; those that have storage of their own,
    /// wrappers and macros, with a large one.
    var mayHaveStorage: Bool { lastName.first?.isUppercase ?? false }
}

extension VariableDeclSyntax {
    func has(_ keyword: Keyword) -> Bool {
        modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
    }

    var isOfType: Bool { has(.static) || has(.class) }

    /// `Int` for `a` in `var a, b: Int`.
    func sharedType(of binding: PatternBindingSyntax) -> TypeSyntax? {
        guard binding.initializer == nil, let index = bindings.index(of: binding) else {
            return nil
        }
        return bindings[index...].lazy.compactMap(\.typeAnnotation).first?.type
    }
}

extension PatternBindingSyntax {
    /// Observers watch a stored property; any other accessor computes one.
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
    /// Whether a struct has other properties or initialisers by this condition.
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
