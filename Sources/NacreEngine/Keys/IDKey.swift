package import NacreFormat

/// Maps ids to the 64-bit keys of the id tree (Formats.md, "Tombstones"). The key of an id of at
/// most eight fixed bytes is exact and keeps the order. Other ids have a keyed hash. The trees of
/// unique attributes use the same keys. Those are stored in no file and so exist for all types.
package struct IDKey: Sendable {
    private let hash: SipHash

    package init(_ key: HashKey) { hash = SipHash(key: key) }

    /// The key of a text that detects changes of everything keys depend on: the store's hash key,
    /// and the NFC of letters with several marks, of Hangul, and of characters added late to
    /// Unicode.
    var probe: UInt64 { key("e\u{301}\u{323}\u{1100}\u{1161}\u{11a8}\u{1e94a}\u{11935}\u{11930}") }

    /// Returns whether two values of the type with the same key are always equal.
    package static func isExact(_ type: StoredType) -> Bool {
        guard let scalar = type.scalar else { return false }
        return scalar.width <= 8
    }

    /// Returns the integer or object id that has a key, or nil for types whose keys do not
    /// determine the values.
    static func integer(of key: UInt64, as type: StoredType) -> Value? {
        guard let scalar = type.scalar else { return nil }
        return switch scalar {
        case .uint64: .uint(key)
        case .objectID: .objectID(key)
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
            .int(Int64(bitPattern: key ^ 1 << 63))
        case .bool, .float, .double, .date, .uuid, .decimal: nil
        }
    }

    /// Returns whether a value fits an attribute's type. Otherwise its key is meaningless: it would
    /// be the key of a different value.
    static func takes(_ value: Value, as type: StoredType) -> Bool {
        switch type {
        case .scalar(let scalar): takes(value, as: scalar)
        case .string: if case .string = value { true } else { false }
        case .data: if case .data = value { true } else { false }
        case .json: if case .json = value { true } else { false }
        case .array(let element):
            if case .array(let values) = value {
                values.allSatisfy { takes($0, as: element) }
            } else {
                false
            }
        }
    }

    private static func takes(_ value: Value, as type: ScalarType) -> Bool {
        switch type {
        case .bool: if case .bool = value { true } else { false }
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
            if case .int = value { true } else { false }
        case .uint64: if case .uint = value { true } else { false }
        case .float: if case .float = value { true } else { false }
        case .double: if case .double = value { true } else { false }
        case .date: if case .date = value { true } else { false }
        case .uuid: if case .uuid = value { true } else { false }
        case .decimal: if case .decimal = value { true } else { false }
        case .objectID: if case .objectID = value { true } else { false }
        }
    }

    /// Returns the key of a value.
    /// - Parameter value: A value that the type takes.
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

    /// Returns the key of an integer in the form in which filters compare it: a UInt64 has its top
    /// bit inverted.
    @inline(__always)
    static func key(ordered number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ 1 << 63 }

    /// Returns the key of one unique attribute's value. For several attributes that are unique
    /// together, it is a hash of the values' keys, as for an array's elements.
    func callAsFunction(_ values: [Value]) -> UInt64 {
        values.count == 1 ? self(values[0]) : key(values)
    }

    /// Returns a key in the total order of doubles, with -0.0 as 0.0.
    private static func key(_ number: Double) -> UInt64 {
        let bits = (number == 0 ? 0 : number).bitPattern
        return bits >> 63 == 0 ? bits ^ 1 << 63 : ~bits
    }

    /// Returns the hash of the normalised text. Canonically equivalent ids are equal, so they share
    /// a key.
    private func key(_ text: String) -> UInt64 { text.withNormalisedBytes { hash($0) } }

    /// Returns the hash of the elements' keys, so arrays with equal elements share a key.
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
