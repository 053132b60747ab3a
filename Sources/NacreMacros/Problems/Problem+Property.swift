internal import SwiftDiagnostics
internal import SwiftSyntax

/// The problems of a property.
extension Problem {
    static func lazy(_ modifier: some SyntaxProtocol, _ name: String) -> Diagnostic {
        diagnostic(
            "lazy", at: modifier,
            "'\(name)' is lazy and cannot be stored: compute it, or give it a plain default")
    }

    static func constantWithValue(_ declaration: VariableDeclSyntax, _ name: String) -> Diagnostic {
        let keyword = declaration.bindingSpecifier
        return diagnostic(
            "constantWithValue", at: keyword,
            "'\(name)' is a constant with a value, so no stored value could be read into it: make"
                + " it var, or static",
            fixIts: [
                Remedy.replacing(
                    keyword, by: keyword.with(\.tokenKind, .keyword(.var)), "make it var")
            ])
    }

    static func missingType(_ binding: PatternBindingSyntax, _ name: String) -> Diagnostic {
        var typed = binding
        typed.pattern.trailingTrivia = []
        typed.typeAnnotation = TypeAnnotationSyntax(
            colon: .colonToken(trailingTrivia: .space),
            type: IdentifierTypeSyntax(name: .identifier("<#Type#>")),
            trailingTrivia: binding.initializer == nil ? [] : .space)
        return diagnostic(
            "missingType", at: binding,
            "'\(name)' needs its type written out: the macro cannot infer it from this value",
            fixIts: [Remedy.replacing(binding, by: typed, "write the type")])
    }

    static func transientWithoutDefault(
        _ binding: PatternBindingSyntax, _ name: String
    ) -> Diagnostic {
        var initialized = binding
        initialized.trailingTrivia = []
        initialized.initializer = InitializerClauseSyntax(
            equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
            value: DeclReferenceExprSyntax(baseName: .identifier("<#value#>")),
            trailingTrivia: binding.trailingTrivia)
        return diagnostic(
            "transientWithoutDefault", at: binding,
            "'\(name)' is not stored and needs a default: objects that are read get the default",
            fixIts: [Remedy.replacing(binding, by: initialized, "add a default")])
    }

    static func name(_ token: TokenSyntax) -> Diagnostic {
        diagnostic(
            "name", at: token,
            "\(token.trimmed) cannot be used in a key path, even in backticks: choose another name,"
                + " and give the stored name with .named(...)")
    }

    static func pattern(_ pattern: some SyntaxProtocol) -> Diagnostic {
        diagnostic("pattern", at: pattern, "declare each property by itself: var a = 1")
    }

    static func wrapper(_ attribute: AttributeSyntax, _ name: String) -> Diagnostic {
        diagnostic(
            "wrapper", at: attribute,
            "'\(name)' has '@\(attribute.attributeName.trimmed)', whose storage the macro cannot"
                + " see: remove it, or mark the property @Transient")
    }

    static func notStored(_ attribute: AttributeSyntax, _ name: String) -> Diagnostic {
        diagnostic(
            "notStored", at: attribute,
            "'\(name)' is not a stored property: @\(attribute.attributeName.trimmed) has no"
                + " meaning here")
    }

    static func attributeAndTransient(_ attribute: AttributeSyntax, _ name: String) -> Diagnostic {
        diagnostic(
            "attributeAndTransient", at: attribute,
            "'\(name)' cannot be @Transient and have '@\(attribute.attributeName.trimmed)', which"
                + " is only for stored properties")
    }

    static func attributeAndDerived(_ attribute: AttributeSyntax, _ name: String) -> Diagnostic {
        diagnostic(
            "attributeAndDerived", at: attribute,
            "'\(name)' cannot be @Derived and have '@\(attribute.attributeName.trimmed)': put the"
                + " options into @Derived(...)")
    }

    static func derivedTransformed(_ mark: AttributeSyntax, _ name: String) -> Diagnostic {
        diagnostic(
            "derivedTransformed", at: mark,
            "'\(name)' is @Derived and cannot have stages: compute the value that they would make")
    }

    static func derivedNotComputed(_ mark: AttributeSyntax, _ name: String) -> Diagnostic {
        diagnostic(
            "derivedNotComputed", at: mark,
            "'\(name)' is not a computed property of an object: @Derived stores the value of one")
    }

    static func idNotStored(_ node: some SyntaxProtocol) -> Diagnostic {
        diagnostic(
            "idNotStored", at: node,
            "'id' must be a stored property: give this one another name, and the entity gets an id"
                + " of its own. If it returns another property, mark that one with @Attribute(.id),"
                + " and the macro writes 'id'")
    }

    static func secondID(_ node: some SyntaxProtocol, _ first: String) -> Diagnostic {
        diagnostic(
            "secondID", at: node,
            "an object has one id, and '\(first)' is it already: make this one @Attribute(.unique)")
    }

    static func opaqueID(_ mark: AttributeSyntax, _ name: String) -> Diagnostic {
        diagnostic(
            "opaqueID", at: mark,
            "'\(name)' is the id and has a stage that does not store equal values equally: no"
                + " object could be found by its id. Store the id without that stage")
    }

    static func unnamedStage(_ stage: ExprSyntax, _ name: String) -> Diagnostic {
        diagnostic(
            "unnamedStage", at: stage,
            "'\(name)' has a stage without a name, so the store could not tell it from another one:"
                + " write Transformer(\"name\", transform: ...)")
    }

    /// Returns the problem of an option that a property of an embedded struct cannot have.
    /// - Parameter option: The name of an option of `@Attribute`; nil for another mark.
    static func embeddedMark(
        _ mark: some SyntaxProtocol, _ name: String, option: String? = nil
    ) -> Diagnostic {
        let remedy = option.flatMap { embeddedRemedy(for: $0, name) }.map { ": \($0)" } ?? ""
        return diagnostic(
            "embeddedMark", at: mark,
            "'\(name)' is inside of an @Embedded struct, where only .named and .transformed have a"
                + " meaning\(remedy)")
    }

    /// Returns advice where else to declare an option of a property of an embedded struct.
    private static func embeddedRemedy(for option: String, _ name: String) -> String? {
        switch option {
        case "indexed": "write #Index<Entity>([\\.property.\(name)]) in the entity"
        case "unique": "write #Unique<Entity>([\\.property.\(name)]) in the entity"
        case "range", "length", "matching", "validated":
            "check the whole struct in the entity, by .validated(by:)"
        case "originalName": "give the stored name with .named"
        default: nil
        }
    }

    static func doubleOptional(_ type: OptionalTypeSyntax, _ name: String) -> Diagnostic {
        diagnostic(
            "doubleOptional", at: type,
            "'\(name)' is an optional of an optional: a store has only one nil",
            fixIts: [
                Remedy.replacing(
                    type, by: type.wrappedType.with(\.trailingTrivia, type.trailingTrivia),
                    "remove the outer '?'")
            ])
    }

    static func unwrapped(
        _ type: ImplicitlyUnwrappedOptionalTypeSyntax, _ name: String
    ) -> Diagnostic {
        let optional = OptionalTypeSyntax(
            wrappedType: type.wrappedType, trailingTrivia: type.trailingTrivia)
        return diagnostic(
            "unwrapped", at: type, "'\(name)' may be missing: write '?' instead of '!'",
            fixIts: [Remedy.replacing(type, by: optional, "write '?'")])
    }

    static func tuple(_ type: some SyntaxProtocol, _ name: String) -> Diagnostic {
        diagnostic(
            "tuple", at: type, "'\(name)' is a tuple: make an @Embedded struct of it")
    }

    static func function(_ type: some SyntaxProtocol, _ name: String) -> Diagnostic {
        diagnostic(
            "function", at: type,
            "'\(name)' is a function, which cannot be stored: mark it @Transient")
    }

    static func existential(_ type: some SyntaxProtocol, _ name: String) -> Diagnostic {
        diagnostic(
            "existential", at: type,
            "'\(name)' has no single type: a store needs to know which type to read")
    }
}
