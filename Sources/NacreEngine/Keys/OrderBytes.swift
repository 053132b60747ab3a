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
            let (width, number) =
                attribute.type.scalar.map { (Self.width($0), Self.number(value, $0)) }
                ?? (8, OrderKey.key(value))
            for byte in (0..<width).reversed() {
                append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)))
            }
        }
    }

    /// Returns a value of fixed width as a number in the same order, with ``width(_:)`` bytes.
    private static func number(_ value: Value, _ type: ScalarType) -> UInt64 {
        switch value {
        case .bool(let bool): bool ? 1 : 0
        case .int(let number): UInt64(bitPattern: number) &+ least(type)
        case .uint(let number), .objectID(let number): number
        case .uuid(let uuid): uuid.high
        case .float, .double, .date, .decimal, .string, .data, .json, .array, .null:
            OrderKey.key(value)
        }
    }

    /// Returns the distance from a type's least integer to 0, so that adding it orders the bits as
    /// the numbers.
    private static func least(_ type: ScalarType) -> UInt64 {
        switch type {
        case .int8: 1 << 7
        case .int16: 1 << 15
        case .int32: 1 << 31
        case .int64: 1 << 63
        case .bool, .uint8, .uint16, .uint32, .uint64, .float, .double, .date, .uuid, .decimal,
            .objectID:
            0
        }
    }

    /// Returns the width of a value, in bytes. Narrow integers take only the bytes that vary.
    private static func width(_ type: ScalarType) -> Int {
        switch type {
        case .bool, .int8, .uint8, .int16, .uint16, .int32, .uint32: type.width
        case .int64, .uint64, .float, .double, .date, .uuid, .decimal, .objectID: 8
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
