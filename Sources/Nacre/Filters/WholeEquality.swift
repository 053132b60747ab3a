internal import NacreEngine
internal import NacreFormat

// What a value is made of says how the whole is compared: each type asks for its parts.

extension FilterSubject {
    /// The filter that holds where this equals a value.
    func equality<Root, Value: AttributeValue>(to value: Value) -> Filter<Root> {
        do {
            return try Value.equality(of: self, to: value.nested())
        } catch {
            return Filter(
                .none,
                problem: "A value that '\(name)' is compared with has no stored form:"
                    + " \(ErrorText.reason(error)).")
        }
    }

    /// The same with a value that is stored as one.
    fileprivate func equality<Root>(
        to value: NestedValue, storedAs type: AttributeType
    ) -> Filter<Root> {
        filter(storing: { [try value.storedValue(as: type).value] }) {
            .comparison($0, .equal, $1[0])
        }
    }
}

extension AttributeValue {
    /// The filter that holds where a value equals another one: of one that is stored as one, such
    /// as a scalar, a reference or an object by value.
    public static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root> {
        subject.equality(to: value, storedAs: attributeType)
    }
}

extension Embedded {
    /// The filter that holds where each property equals that of another value.
    public static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root> {
        guard case .embedded(let members) = attributeType.kind,
            case .object(let values) = value.content
        else { throw RowError.mismatch(expected: "a struct") }
        let tests: [Filter<Root>] = try members.map { member in
            try member.valueType.equality(
                of: subject.property(member),
                to: values.first { $0.name == member.name }?.value ?? .null)
        }
        return tests.dropFirst().reduce(tests.first ?? .all) { $0 && $1 }
    }
}

extension Optional where Wrapped: AttributeValue {
    /// The filter that holds where a value equals another one, nil only where it is nil.
    public static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root> {
        guard case .embedded = Wrapped.attributeType.kind else {
            return value.isNull ? subject.isNil() : try Wrapped.equality(of: subject, to: value)
        }
        let isNil: Filter<Root> = subject.owner.isNil()
        // A struct of which everything is nil is still there.
        return value.isNull ? isNil : !isNil && (try Wrapped.equality(of: subject, to: value))
    }
}

extension Array where Element: AttributeValue {
    /// The filter that holds where an array equals another one: in each place.
    public static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root> {
        let type = attributeType
        guard subject.isInsideJSON || type.isJSON else {
            return subject.equality(to: value, storedAs: type)
        }
        let element = subject.element(of: Self.self)
        let tests: [Filter<ElementOf<Root, Self>>] = try value.elements().map {
            try Element.equality(of: element, to: $0)
        }
        return subject.filter(elements: tests)
    }
}

extension Set where Element: AttributeValue {
    /// The filter that holds where a set equals another one: where it has as many elements, and
    /// each of those. Texts may be spelled, and so sorted, in several ways.
    public static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root> {
        let (element, elements) = (subject.element(of: Self.self), try value.elements())
        return try elements.reduce(subject.hasCount(elements.count, of: Self.self)) {
            let test: Filter<ElementOf<Root, Self>> = try Element.equality(of: element, to: $1)
            return $0 && subject.filter(.someElement, test)
        }
    }
}

extension Dictionary where Key: Storable, Value: AttributeValue {
    /// The filter that holds where a dictionary equals another one: where it has as many keys, and
    /// each of those with its value.
    public static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root> {
        guard Key.StoredEnd.self is any ExactKey.Type else {
            throw RowError.notStorable(
                reason: "the keys of a dictionary in it are of a type that is not stored exactly")
        }
        let isOfStructs = if case .embedded = Value.attributeType.kind { true } else { false }
        let members = try value.members().sorted { $0.name < $1.name }
        return try members.reduce(subject.hasCount(members.count, of: Self.self)) {
            let isEqual: Filter<Root> = try Value.equality(
                of: subject.inner(.value(ofKey: $1.name), of: Self.self), to: $1.value)
            // The value of a key that is not there is nil, and so is all of a struct.
            guard $1.value.isNull || isOfStructs else { return $0 && isEqual }
            return $0 && subject.hasKey($1.name, of: Self.self) && isEqual
        }
    }
}
