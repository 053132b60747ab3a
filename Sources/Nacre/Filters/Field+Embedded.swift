internal import NacreEngine
internal import NacreFormat

// Embedded structs and enums as a whole: equal are those of which every stored property is.

extension Field where Root: Entity, Value: Embedded & Equatable {
    /// Holds where every property of the struct equals that of a value; of an enum where the case
    /// is the same and carries the same: `$0.state == .left(reason: "moved")`.
    ///
    /// Properties are compared as filters compare them one by one. Of one that has no `==` in
    /// filters, an array of structs or of arrays, fetching throws `invalidValue`: ask for what
    /// stands inside of it.
    public static func == (field: Self, value: Value) -> Filter<Root> {
        EmbeddedEquality(field.problem).filter(field.fieldPath, value)
    }

    /// Holds where any property differs from that of a value.
    public static func != (field: Self, value: Value) -> Filter<Root> { !(field == value) }
}

/// An optional embedded struct or enum that can be compared as a whole. For the library.
public protocol EquatableEmbeddedOptional: AttributeValue {
    /// The filter that holds where a value equals another one. For the library.
    /// - Parameters:
    ///   - field: of the value.
    ///   - value: what it is compared with.
    static func equality<Root: Entity>(_ field: Field<Root, Self>, _ value: Self) -> Filter<Root>
}

extension Optional: EquatableEmbeddedOptional where Wrapped: Embedded & Equatable {
    /// The filter that holds where a value equals another one. For the library.
    public static func equality<Root: Entity>(
        _ field: Field<Root, Self>, _ value: Self
    ) -> Filter<Root> {
        let isNil: Filter<Root> = field.filter(
            [], of: field.optionalOwner ?? field.fieldPath
        ) { name, _ in .comparison(name, .equal, .null) }
        guard let value else { return isNil }
        // A struct of which everything is nil is still there.
        return !isNil && EmbeddedEquality(field.problem).filter(field.fieldPath, value)
    }
}

extension Field where Root: Entity, Value: EquatableEmbeddedOptional {
    /// Holds where every property of the struct equals that of a value; nil equals only nil.
    public static func == (field: Self, value: Value) -> Filter<Root> {
        Value.equality(field, value)
    }

    /// Holds where any property differs from that of a value, or only one of the two is nil.
    public static func != (field: Self, value: Value) -> Filter<Root> {
        !Value.equality(field, value)
    }
}

/// Makes the filter that an embedded value equals another one.
private struct EmbeddedEquality<Root: Entity> {
    private let problem: String?

    init(_ problem: String?) { self.problem = problem }

    func filter<Value: Embedded>(_ path: FieldPath, _ value: Value) -> Filter<Root> {
        if let problem { return Filter(.none, problem: problem) }
        do {
            return try filter(path, Value.attributeType, value.nested())
        } catch {
            return Filter(
                .none,
                problem: "A value that '\(path.name)' is compared with has no stored form:"
                    + " \(ErrorText.reason(error)).")
        }
    }

    private func filter(
        _ path: FieldPath, _ type: AttributeType, _ value: NestedValue
    ) throws -> Filter<Root> {
        switch type.kind {
        case .embedded(let members): return try filter(path, members, value)
        case .optional(let wrapped):
            let isNil = comparison(path, .null)
            guard !value.isNull else { return isNil }
            let isEqual = try filter(path, wrapped, value)
            // A struct of which everything is nil is still there.
            if case .embedded = wrapped.kind { return !isNil && isEqual }
            return isEqual
        case .stored: return comparison(path, try value.storedValue(as: type).value)
        }
    }

    private func filter(
        _ path: FieldPath, _ members: [EmbeddedMember], _ value: NestedValue
    ) throws -> Filter<Root> {
        guard case .object(let values) = value.content else {
            throw RowError.mismatch(expected: "a struct")
        }
        let tests = try members.map { member in
            let value = values.first { $0.name == member.name }?.value ?? .null
            return try filter(path.appending(member.name), member, value)
        }
        return tests.dropFirst().reduce(tests.first ?? .all) { $0 && $1 }
    }

    private func filter(
        _ path: FieldPath, _ member: EmbeddedMember, _ value: NestedValue
    ) throws -> Filter<Root> {
        if let collection = member.valueType as? any EquatableCollectionValue.Type {
            return try collection.equality(FilterSubject(path, problem: nil), nested: value)
        }
        if member.type.isJSON, !(member.valueType is any SingleValue.Type) {
            throw RowError.notStorable(
                reason: "'\(path.name)' is a collection of what has no == in filters")
        }
        return try filter(path, member.type, value)
    }

    private func comparison(_ path: FieldPath, _ value: StoredForm) -> Filter<Root> {
        Filter(attribute: path, { [] }) { name, _ in .comparison(name, .equal, value) }
    }
}
