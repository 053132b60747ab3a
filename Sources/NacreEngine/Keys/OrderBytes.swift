internal import NacreFormat

/// The first eight bytes of several attributes' values, concatenated. The order of the bytes is the
/// order of the values. They form the keys of an index over several attributes.
struct OrderBytes {
    /// The bytes so far, the first one highest, followed by zeros.
    private(set) var word: UInt64 = 0
    private var count = 0

    private var isFull: Bool { count == 8 }

    /// The bytes so far, followed by ones. It is the greatest key that begins with these bytes.
    var last: UInt64 { isFull ? word : word | .max >> UInt64(8 * count) }

    mutating func append(_ value: Value, of attribute: AttributeSchema) {
        if attribute.isNullable { append(value.isNull ? 0 : 1) }
        switch value {
        case .null: break
        case .string(let text): text.withNormalisedBytes { append(text: $0) }
        case .data(let bytes): bytes.withView { append(text: $0) }
        default:
            let width = attribute.type.scalar.map { Self.width($0) } ?? 8
            let number = Self.number(value, attribute.type)
            for byte in (0..<width).reversed() {
                append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)))
            }
        }
    }

    /// Returns a value of fixed width as a number in the same order, with ``width(_:)`` bytes.
    private static func number(_ value: Value, _ type: StoredType) -> UInt64 {
        switch value {
        case .bool(let bool): return bool ? 1 : 0
        case .int(let number):
            let bits = UInt64(bitPattern: number)
            switch type {
            // The least value becomes 0.
            case .scalar(.int8): return bits &+ 1 << 7
            case .scalar(.int16): return bits &+ 1 << 15
            case .scalar(.int32): return bits &+ 1 << 31
            case .scalar(.int64): return bits &+ 1 << 63
            default: return bits
            }
        case .uint(let number), .objectID(let number): return number
        case .uuid(let uuid): return uuid.high
        default: return OrderKey.key(value)
        }
    }

    /// Returns the width of a value, in bytes. Narrow integers take only the bytes that vary.
    private static func width(_ type: ScalarType) -> Int {
        switch type {
        case .bool, .int8, .uint8, .int16, .uint16, .int32, .uint32: type.width
        default: 8
        }
    }

    /// Appends text, terminated by a byte 0. So a shorter text precedes its continuations, whatever
    /// bytes follow it.
    private mutating func append(text: ByteView) {
        for index in 0..<min(text.count, 8) where !isFull {
            let byte = text[index]
            if byte <= 1 {
                append(1)
                append(byte + 1)
            } else {
                append(byte)
            }
        }
        if text.count < 8 { append(0) }
    }

    private mutating func append(_ byte: UInt8) {
        guard !isFull else { return }
        word |= UInt64(byte) << UInt64(56 - 8 * count)
        count += 1
    }
}
