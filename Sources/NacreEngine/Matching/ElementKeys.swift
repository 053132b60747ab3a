internal import NacreFormat

/// The keys of the elements of arrays, sets and dictionaries (Formats.md, "Order keys"). Scalars
/// have the keys of an attribute of their type. Elements of JSON text can have any type, each with
/// its own keys. Types may share keys, since the record decides.
enum ElementKeys {
    /// Returns the keys in ascending order without duplicates. Null has none.
    static func keys(of value: Value) -> [UInt64] {
        var keys: [UInt64] = []
        switch value {
        case .array(let elements): keys = elements.map { OrderKey.key($0) }
        case .json(let text): keys = elementKeys(of: text)
        default: break
        }
        if keys.count > 1 {
            keys.sort()
            var last: UInt64?
            keys.removeAll { key in
                defer { last = key }
                return key == last
            }
        }
        return keys
    }

    /// Returns the keys of the elements of JSON text. Damaged text has none: reading the record
    /// reports the damage.
    private static func elementKeys(of json: String) -> [UInt64] {
        let bytes = ByteBuffer()
        bytes.append(utf8: json)
        return bytes.read { text in
            guard text.count > 0 else { return [] }
            var keys: [UInt64] = []
            _ = try? MatchedValue(json: text).forEachElement {
                (element) throws(MatchedValue.Damage) in
                keys.append(try key(of: element))
                return false
            }
            return keys
        }
    }

    private static func key(of element: MatchedValue) throws(MatchedValue.Damage) -> UInt64 {
        guard case .json(let text) = element, text.count > 0 else { return OrderKey.null }
        switch text[0] {
        case UInt8(ascii: "\""):
            return OrderKey.key(try element.string().map { .string($0) } ?? .null)
        case UInt8(ascii: "t"): return OrderKey.key(.bool(true))
        case UInt8(ascii: "f"): return OrderKey.key(.bool(false))
        case UInt8(ascii: "["), UInt8(ascii: "{"): return OrderKey.least
        default: return try element.number().map(number) ?? OrderKey.least
        }
    }

    /// Returns the key of a number as a double. JSON has a single number type, and equal numbers
    /// have equal doubles.
    static func number(_ number: JSONNumber) -> UInt64 { OrderKey.key(number.double) }
}
