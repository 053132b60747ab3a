internal import NacreFormat

/// The keys of what stands in arrays, sets and dictionaries (Formats.md, "Order keys"): those of
/// scalars as for an attribute of their type. What stands in JSON text is of any type, each with
/// keys of its own; types may share keys, since the record decides there.
enum ElementKeys {
    /// Ascending, each once; none of null.
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

    /// Text that is none has no elements: whoever looks at the record finds out.
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

    /// As a double: JSON has one type of numbers, and equal ones have equal doubles.
    static func number(_ number: JSONNumber) -> UInt64 { OrderKey.key(number.double) }
}
