internal import SwiftDiagnostics
internal import SwiftSyntax

/// A check for types that visibly cannot be stored. The compiler finds all others.
enum TypeCheck {
    /// Returns the problem of a property's type; nil if there is none.
    /// - Parameter name: The name of the property.
    static func problem(_ type: TypeSyntax, _ name: String, _ marks: AttributeAnnotations)
        -> Diagnostic?
    {
        if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return Problem.unwrapped(unwrapped, name)
        }
        if let member = InverseParser.member(of: type, owner: "Self") {
            return Problem.missingInverse(type, name, member)
        }
        if marks.deleteRule?.hasSuffix(".nullify") == true, type.isOneReference {
            return Problem.nullifiedReference(type, name)
        }
        // Stages can turn a value of any type into one that can be stored.
        return marks.stages == nil ? problem(type, name) : nil
    }

    private static func problem(_ type: TypeSyntax, _ name: String) -> Diagnostic? {
        switch type.as(TypeSyntaxEnum.self) {
        case .optionalType(let optional):
            plain(optional.wrappedType).is(OptionalTypeSyntax.self)
                ? Problem.doubleOptional(optional, name) : problem(optional.wrappedType, name)
        case .arrayType(let array): problem(array.element, name)
        case .dictionaryType(let dictionary):
            problem(dictionary.key, name) ?? problem(dictionary.value, name)
        case .tupleType(let tuple):
            tuple.elements.count == 1 && tuple.elements.first?.firstName == nil
                ? problem(plain(type), name) : Problem.tuple(tuple, name)
        case .functionType: Problem.function(type, name)
        case .attributedType(let attributed): problem(attributed.baseType, name)
        case .someOrAnyType: Problem.existential(type, name)
        default: nil
        }
    }

    /// Returns a type without parentheses around it.
    private static func plain(_ type: TypeSyntax) -> TypeSyntax {
        guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
            let element = tuple.elements.first, element.firstName == nil
        else { return type }
        return plain(element.type)
    }
}

extension TypeSyntax {
    /// Whether the type is written as `Ref<City>`: a single reference that is required.
    fileprivate var isOneReference: Bool {
        let name = self.as(IdentifierTypeSyntax.self)?.name ?? self.as(MemberTypeSyntax.self)?.name
        return name?.text == "Ref"
    }
}
