internal import NacreEngine
internal import NacreFormat

/// The name of an enum's case in a text filter: `status == "active"`. Stores keep raw values, so
/// that only a program with the type knows the names.
struct CaseName {
    private let name: String

    /// Raw values that are tried where an enum does not list its cases.
    private static let triedRawValues = -128...1023

    init(_ name: String) { self.name = name }

    /// The stored form of the enum case with that name. Nil if the text is compared as it is: the
    /// attribute is no enum or has stages of its own, or the text is a raw value.
    /// - Parameter attribute: in the store, such as "townHall.kind".
    func value(of attribute: String, in attributes: [AnyAttribute]) -> NacreFormat.Value? {
        for candidate in attributes where candidate.stages.isEmpty {
            let path: AnyKeyPath = candidate.path
            if candidate.name == attribute { return value(in: type(of: path).valueType) }
            guard attribute.hasPrefix(candidate.name + ".") else { continue }
            let rest = attribute.dropFirst(candidate.name.count + 1)
            if let value = value(ofMember: String(rest), in: candidate.type) { return value }
        }
        return nil
    }

    /// Of a property of an embedded struct, and inwards.
    private func value(ofMember path: String, in type: AttributeType) -> NacreFormat.Value? {
        switch type.kind {
        case .stored: return nil
        case .optional(let wrapped): return value(ofMember: path, in: wrapped)
        case .embedded(let members):
            for member in members {
                if member.name == path { return value(in: member.valueType) }
                guard path.hasPrefix(member.name + ".") else { continue }
                let rest = String(path.dropFirst(member.name.count + 1))
                if let value = value(ofMember: rest, in: member.type) { return value }
            }
            return nil
        }
    }

    private func value(in type: Any.Type) -> NacreFormat.Value? {
        guard let type = type as? any SingleValue.Type else { return nil }
        return singleValue(type)
    }

    private func singleValue<Value: SingleValue>(
        _ type: Value.Type
    ) -> NacreFormat.Value? {
        storedValue(Value.Single.self)
    }

    private func storedValue<Value: Storable>(_ type: Value.Type) -> NacreFormat.Value? {
        guard let raw = type as? any RawRepresentable.Type, !isRawValue(raw) else { return nil }
        let found = cases(raw).first { hasName($0) } as? Value
        return (try? found?.storedValue())?.value
    }

    private func isRawValue<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
        (name as? Value.RawValue).flatMap { Value(rawValue: $0) } != nil
    }

    /// All cases, or those with small numbers where the type does not list them.
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
