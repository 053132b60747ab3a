internal import NacreEngine
internal import NacreFormat

/// The name of an enum case in a text filter: `status == "active"`. Stores keep raw values, so only
/// a program with the type knows the names.
struct CaseName {
    private let name: String

    /// The raw values that are tried if an enum does not list its cases.
    private static let triedRawValues = -128...1023

    init(_ name: String) { self.name = name }

    /// Returns the stored form of the enum case with that name. Nil if the text is to be compared
    /// as it is: the value is not an enum, has stages of its own, or the text is a raw value.
    /// - Parameters:
    ///   - place: The location of the value. Its attribute has its stored name, such as
    ///     "townHall.kind".
    ///   - attributes: The attributes of the entity.
    func value(at place: ValuePlace, in attributes: [AnyAttribute]) -> NacreFormat.Value? {
        for candidate in attributes where candidate.stages.isEmpty {
            let path: AnyKeyPath = candidate.path
            if candidate.name == place.attribute {
                return value(in: type(of: path).valueType, place.steps[...])
            }
            guard place.attribute.hasPrefix(candidate.name + ".") else { continue }
            let rest = String(place.attribute.dropFirst(candidate.name.count + 1))
            if let value = value(ofMember: rest, in: candidate.type, place.steps[...]) {
                return value
            }
        }
        return nil
    }

    /// Returns the stored form of the case for a property of an embedded struct, or for a value
    /// inside it.
    private func value(
        ofMember path: String, in type: AttributeType, _ steps: ArraySlice<InnerValue>
    ) -> NacreFormat.Value? {
        for member in type.embeddedMembers {
            if member.name == path { return value(in: member.valueType, steps) }
            guard path.hasPrefix(member.name + ".") else { continue }
            let rest = String(path.dropFirst(member.name.count + 1))
            if let value = value(ofMember: rest, in: member.type, steps) { return value }
        }
        return nil
    }

    private func value(
        in type: Any.Type, _ steps: ArraySlice<InnerValue>
    ) -> NacreFormat.Value? {
        guard let step = steps.first else {
            return (type as? any SingleValue.Type).flatMap { storedValue($0.single) }
        }
        let rest = steps.dropFirst()
        switch step {
        case .count: return nil
        case .someElement, .everyElement:
            return (type as? any ElementsValue.Type).flatMap { value(in: $0.element, rest) }
        case .values:
            return (type as? any KeyedValue.Type).flatMap { value(in: $0.members, rest) }
        case .keys:
            guard rest.count == 1 else { return nil }
            return (type as? any KeyedValue.Type).flatMap { key(of: $0) }
        case .value(let key):
            if let type = type as? any KeyedValue.Type { return value(in: type.member, rest) }
            let type = (type as? any AttributeValue.Type)?.attributeType
            let member = type?.embeddedMembers.first { $0.name == key }
            return member.flatMap { value(in: $0.valueType, rest) }
        }
    }

    private func key<Keyed: KeyedValue>(of type: Keyed.Type) -> NacreFormat.Value? {
        guard let key = namedCase(Keyed.Key.self) else { return nil }
        return (try? [Keyed.Key: Keyed.Member].name(of: key)).map { .string($0) }
    }

    private func storedValue<Value: Storable>(_ type: Value.Type) -> NacreFormat.Value? {
        (try? namedCase(type)?.storedValue())?.value
    }

    private func namedCase<Value>(_ type: Value.Type) -> Value? {
        guard let raw = type as? any RawRepresentable.Type, !isRawValue(raw) else { return nil }
        return cases(raw).first { hasName($0) } as? Value
    }

    private func isRawValue<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
        (name as? Value.RawValue).flatMap { Value(rawValue: $0) } != nil
    }

    /// Returns all cases, or those with small integer raw values if the type does not list its
    /// cases.
    private func cases<Value: RawRepresentable>(_ type: Value.Type) -> [Any] {
        if let listing = type as? any CaseIterable.Type { return allCases(listing) }
        guard let number = Value.RawValue.self as? any BinaryInteger.Type else { return [] }
        return Self.triedRawValues.compactMap { value in
            (exactly(value, number) as? Value.RawValue).flatMap { Value(rawValue: $0) }
        }
    }

    private func allCases<Value: CaseIterable>(_ type: Value.Type) -> [Any] {
        Array(Value.allCases)
    }

    private func exactly<Number: BinaryInteger>(_ value: Int, _ type: Number.Type) -> Any? {
        Number(exactly: value)
    }

    /// Whether Swift prints a case by the name.
    private func hasName(_ value: Any) -> Bool { "\(value)" == name }
}

// The element types of a type, for types known only at run time.

extension SingleValue {
    fileprivate static var single: any Storable.Type { Single.self }
}

extension ElementsValue {
    fileprivate static var element: any AttributeValue.Type { Element.self }
}

extension KeyedValue {
    fileprivate static var member: any AttributeValue.Type { Member.self }
    fileprivate static var members: any AttributeValue.Type { [Member].self }
}
