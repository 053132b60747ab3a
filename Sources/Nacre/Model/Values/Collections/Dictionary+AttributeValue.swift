internal import NacreFormat

/// Stored as a JSON object. Keys that are not stored as strings are written as the text of their
/// JSON form. Keys are normalized to NFC, so that equal dictionaries are stored equally.
extension Dictionary: AttributeValue where Key: Storable, Value: AttributeValue {
    /// The stored type of a value.
    public static var attributeType: AttributeType {
        let (value, key) = (Value.attributeType, Key.attributeType)
        return AttributeType.dictionary(of: value, by: key)
            .knowingNot(unknown(UnknownElements(of: Value.self, value), key))
    }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout ObjectEncoder) throws { row.store(try nested().jsonText) }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout ObjectDecoder) throws -> [Key: Value] {
        try decode(from: NestedValue(jsonText: try row.text()))
    }

    /// Returns the value as an element of a collection.
    public func nested() throws -> NestedValue {
        var names: Set<[UInt8]> = []
        let members = try map { key, value in
            let name = try Self.name(of: key)
            guard names.insert([UInt8](name.utf8)).inserted else {
                throw AttributeError.notStorable(
                    reason: "two keys of a dictionary are stored alike")
            }
            return (name: name, value: try value.nested())
        }
        return NestedValue(.object(members))
    }

    /// Reads a value from an element of a collection. If the keys' type reads several unknown keys
    /// as its unknown case, the value of the first one counts.
    public static func decode(from nested: NestedValue) throws -> [Key: Value] {
        var dictionary: [Key: Value] = [:]
        for (name, value) in try nested.members() {
            let key = try Self.key(named: name)
            guard let first = dictionary.updateValue(try Value.decode(from: value), forKey: key)
            else { continue }
            guard Key.attributeType.unknownValues != nil else {
                throw AttributeError.mismatch(expected: "each key of a dictionary once")
            }
            dictionary[key] = first
        }
        return dictionary
    }

    /// Returns the member name of a key.
    static func name(of key: Key) throws -> String {
        let value = try key.storedValue().value
        if case .string(let text) = value { return CanonicalForm.name(text) }
        // JSON stays JSON: the string "1" and the number 1 are two keys.
        if case .json(let text) = value { return try CanonicalForm.name(ofJSON: text) }
        let text = NestedValue(.value(value)).jsonText
        // Dates, UUIDs and similar values are JSON strings: without their quotation marks.
        if case .json(let json) = try NestedValue(jsonText: text).content, let plain = json.asString
        {
            return plain
        }
        return text
    }

    /// Returns the unknown values of a dictionary's values and of its keys; nil if all are known.
    private static func unknown(
        _ values: UnknownElements?, _ key: AttributeType
    ) -> UnknownValues? {
        guard values != nil || key.unknownValues != nil else { return nil }
        return .dictionary(
            values, keyName: { stored in try? Self.name(of: Self.key(named: stored)) })
    }

    private static func key(named name: String) throws -> Key {
        switch Key.attributeType.kind {
        case .stored(.string, _):
            return try Key.decode(from: NestedValue(.value(.string(name))))
        case .stored(.json, _): return try Key.decode(from: NestedValue(jsonText: name))
        default: break
        }
        // The name is a string's content or a number's text; the type accepts one of them.
        if let key = try? Key.decode(from: NestedValue(.json(.string(name)))) { return key }
        return try Key.decode(from: NestedValue(jsonText: name))
    }
}
