package import NacreFormat

/// From ids to the 64-bit keys of the id tree (Formats.md, "Id keys"): order-preserving and exact
/// for ids of at most eight fixed bytes, a keyed hash of anything else. The trees of unique
/// attributes have the same keys, which stand in no file and so exist for all types.
package struct IDKey: Sendable {
    private let hash: SipHash

    package init(_ key: HashKey) { hash = SipHash(key: key) }

    /// The key of a text that tells apart what keys depend on: the store's hash key, and what NFC
    /// makes of letters with several marks, of Hangul, and of a letter newer than most.
    var probe: UInt64 { key("e\u{301}\u{323}\u{1100}\u{1161}\u{11a8}\u{1e94a}\u{11935}\u{11930}") }

    /// Whether two values of the type with the same key are always the same.
    package static func isExact(_ type: StoredType) -> Bool {
        guard let scalar = type.scalar else { return false }
        return scalar.width <= 8
    }

    /// The integer or object id that has a key; nil for types whose keys are not the values.
    static func integer(of key: UInt64, as type: StoredType) -> Value? {
        switch type {
        case .scalar(.uint64): .uint(key)
        case .scalar(.objectID): .objectID(key)
        case .scalar(.int8), .scalar(.int16), .scalar(.int32), .scalar(.int64), .scalar(.uint8),
            .scalar(.uint16), .scalar(.uint32):
            .int(Int64(bitPattern: key ^ 1 << 63))
        default: nil
        }
    }

    /// Whether a value is of the kind of an attribute's type. Only then does its key mean anything:
    /// those of other types are the keys of other values.
    static func takes(_ value: Value, as type: StoredType) -> Bool {
        switch (value, type) {
        case (.bool, .scalar(.bool)), (.uint, .scalar(.uint64)), (.objectID, .scalar(.objectID)),
            (.float, .scalar(.float)), (.double, .scalar(.double)), (.date, .scalar(.date)),
            (.uuid, .scalar(.uuid)), (.decimal, .scalar(.decimal)), (.string, .string),
            (.data, .data), (.json, .json):
            true
        case (.int, .scalar(.int8)), (.int, .scalar(.int16)), (.int, .scalar(.int32)),
            (.int, .scalar(.int64)), (.int, .scalar(.uint8)), (.int, .scalar(.uint16)),
            (.int, .scalar(.uint32)):
            true
        case (.array(let elements), .array(let type)):
            elements.allSatisfy { takes($0, as: .scalar(type)) }
        default: false
        }
    }

    /// - Parameter value: one that the type takes.
    package func callAsFunction(_ value: Value) -> UInt64 {
        switch value {
        case .bool(let bool): bool ? 1 : 0
        case .int(let number): UInt64(bitPattern: number) ^ 1 << 63
        case .uint(let number), .objectID(let number): number
        case .float(let number): Self.key(Double(number))
        case .double(let number), .date(let number): Self.key(number)
        case .string(let text), .json(let text): key(text)
        case .data(let bytes): bytes.withView { hash($0) }
        case .uuid(let uuid): stored(.uuid(uuid), as: .uuid)
        case .decimal(let decimal): stored(.decimal(decimal), as: .decimal)
        case .array(let elements): key(elements)
        case .null: 0
        }
    }

    /// Of an integer as filters compare it: of UInt64 with its top bit inverted.
    @inline(__always)
    static func key(ordered number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ 1 << 63 }

    /// Of the values of one unique attribute, or of several that are unique together: then a hash
    /// of their keys, as of an array's elements.
    func callAsFunction(_ values: [Value]) -> UInt64 {
        values.count == 1 ? self(values[0]) : key(values)
    }

    /// Total order of doubles, with -0.0 as 0.0.
    private static func key(_ number: Double) -> UInt64 {
        let bits = (number == 0 ? 0 : number).bitPattern
        return bits >> 63 == 0 ? bits ^ 1 << 63 : ~bits
    }

    /// Of the normalised text, so that canonically equivalent ids have one key, as they are equal.
    private func key(_ text: String) -> UInt64 { text.withNormalisedBytes { hash($0) } }

    /// Of the elements' keys, so that arrays whose elements are the same have one key.
    private func key(_ elements: [Value]) -> UInt64 {
        let keys = ByteBuffer(capacity: elements.count * 8)
        for element in elements { keys.append(self(element)) }
        return keys.read { hash($0) }
    }

    private func stored(_ value: Value, as type: ScalarType) -> UInt64 {
        let buffer = ByteBuffer()
        buffer.appendZeros(type.width)
        _ = ScalarCoding.store(value, as: type, in: buffer, at: 0)
        return buffer.read { hash($0) }
    }
}
