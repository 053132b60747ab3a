internal import NacreEngine
internal import NacreFormat

// The type of a value defines how the whole value is compared: each type compares its parts.

extension FilterSubject {
    /// Returns the filter that matches if this subject equals a value.
    func equality<Root, Value: AttributeValue>(to value: Value) -> Filter<Root> {
        equality(to: { try value.nested() }, as: Value.self)
    }

    /// Returns the filter that matches if this subject equals a value.
    /// - Parameters:
    ///   - value: Returns the value, or throws if it has no stored form.
    ///   - type: The type of the value.
    func equality<Root, Value: AttributeValue>(
        to value: () throws -> NestedValue, as type: Value.Type
    ) -> Filter<Root> {
        do {
            return try Value.equality(of: self, to: value())
        } catch {
            return Filter(
                .none,
                problem: "A value that '\(name)' is compared with has no stored form:"
                    + " \(ErrorText.reason(error)).")
        }
    }

    /// Returns the filter that matches if this subject equals a value that is stored as one value.
    fileprivate func equality<Root>(
        to value: NestedValue, storedAs type: AttributeType
    ) -> Filter<Root> {
        filter(storing: { [try value.storedValue(as: type).value] }) {
            .comparison($0, .equal, $1[0])
        }
    }
}

extension AttributeValue {
    /// Returns the filter that matches if a value equals another one. For values that are stored as
    /// one value, such as a scalar, a reference or an object by value.
    public static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root> {
        subject.equality(to: value, storedAs: attributeType)
    }
}

extension Embedded {
    /// Returns the filter that matches if each property equals that of another value.
    public static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root> {
        guard case .embedded(let members) = attributeType.kind,
            case .object(let values) = value.content
        else { throw AttributeError.mismatch(expected: "a struct") }
        let tests: [Filter<Root>] = try members.map { member in
            guard Pipeline.keepsEquality(member.stages) else {
                throw AttributeError.notStorable(
                    reason: "a stage of '\(member.name)' in it does not store equal values equally")
            }
            return try member.valueType.equality(
                of: subject.property(member),
                to: values.first { $0.name == member.name }?.value ?? .null)
        }
        return tests.dropFirst().reduce(tests.first ?? .all) { $0 && $1 }
    }
}

extension Optional where Wrapped: AttributeValue {
    /// Returns the filter that matches if an optional value equals another one; nil equals only
    /// nil.
    public static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root> {
        guard case .embedded = Wrapped.attributeType.kind else {
            return value.isNull ? subject.isNil() : try Wrapped.equality(of: subject, to: value)
        }
        let isNil: Filter<Root> = subject.owner.isNil()
        // A struct whose properties are all nil is still present.
        return value.isNull ? isNil : !isNil && (try Wrapped.equality(of: subject, to: value))
    }
}

extension Array where Element: AttributeValue {
    /// Returns the filter that matches if an array equals another one, element by element.
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
    /// Returns the filter that matches if a set equals another one: if it has the same number of
    /// elements and contains each element of the other. Stored sets are not compared directly,
    /// because equal texts may have several spellings, and so sort differently.
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
    /// Returns the filter that matches if a dictionary equals another one: if it has the same
    /// number of keys and each key of the other with its value.
    public static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root> {
        guard Key.StoredEnd.self is any ExactKey.Type else {
            throw AttributeError.notStorable(
                reason: "the keys of a dictionary in it are of a type that is not stored exactly")
        }
        let isOfStructs = if case .embedded = Value.attributeType.kind { true } else { false }
        let members = try value.members().sorted { $0.name < $1.name }
        return try members.reduce(subject.hasCount(members.count, of: Self.self)) {
            let isEqual: Filter<Root> = try Value.equality(
                of: subject.inner(.value(ofKey: $1.name), of: Self.self), to: $1.value)
            // The value of a missing key is nil, and so are all properties of a missing struct.
            guard $1.value.isNull || isOfStructs else { return $0 && isEqual }
            return $0 && subject.hasKey($1.name, of: Self.self) && isEqual
        }
    }
}
