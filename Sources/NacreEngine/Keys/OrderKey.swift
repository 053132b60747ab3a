package import NacreFormat

/// From values to eight bytes in the order of sorts: what trees of indexes are ordered by. Only the
/// first bytes of long values have room, so that different values can have one key; then the record
/// decides.
///
/// Null is 0, and every value is more. Both zeros have one key, and so has every NaN, behind
/// infinity. Strings count by their NFC, as Swift orders them: seven bytes, and behind them the
/// length, or 255 where there is more.
package enum OrderKey {
    package static let null: UInt64 = 0
    /// The least key of a value.
    package static let least: UInt64 = 1

    /// Of one attribute.
    package static func key(_ value: Value) -> UInt64 {
        switch value {
        case .null: null
        case .bool(let bool): bool ? 2 : 1
        case .int(let number): above(UInt64(bitPattern: number) ^ 1 << 63)
        case .uint(let number), .objectID(let number): above(number)
        case .float(let number): key(Double(number))
        case .double(let number), .date(let number): key(number)
        case .string(let text): text.withNormalisedBytes { prefix($0) }
        case .data(let bytes): bytes.withView { prefix($0) }
        case .uuid(let uuid): above(uuid.high)
        case .decimal(let decimal): decimal.orderPrefix + 1
        case .json, .array: least
        }
    }

    /// Of several attributes: the first eight bytes of what they make one behind the other.
    static func key(_ values: [Value], of attributes: [AttributeSchema]) -> UInt64 {
        if values.count == 1 { return key(values[0]) }
        var bytes = OrderBytes()
        for (value, attribute) in zip(values, attributes) { bytes.append(value, of: attribute) }
        return bytes.word
    }

    /// Whether the values of an attribute that have this key are all the same.
    package static func isExact(_ key: UInt64, of type: StoredType) -> Bool {
        Exactness(type).isExact(key)
    }

    /// Which keys of a type belong to several values.
    enum Exactness: Sendable {
        /// None does.
        case always
        /// Only that of the largest number and the one below it.
        case butForLargest
        /// Those of values of more than seven bytes.
        case upToSevenBytes
        /// Any may.
        case never

        init(_ type: StoredType) {
            switch type {
            case .string, .data: self = .upToSevenBytes
            case .scalar(.int64), .scalar(.uint64), .scalar(.objectID): self = .butForLargest
            case .scalar(.uuid), .scalar(.decimal), .json, .array: self = .never
            case .scalar: self = .always
            }
        }

        @inline(__always)
        func isExact(_ key: UInt64) -> Bool {
            switch self {
            case .always: true
            case .butForLargest: key != .max
            case .upToSevenBytes: key & 0xFF != 255
            case .never: key == null
            }
        }
    }

    /// The integer or object id that alone has a key; nil for types whose keys are not the values.
    static func integer(of key: UInt64, as type: StoredType) -> Value? {
        guard key != null, key != .max, case .scalar(let scalar) = type else { return nil }
        switch scalar {
        case .objectID: return .objectID(key - 1)
        case .uint64: return .uint(key - 1)
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
            return .int(orderedInteger(of: key))
        default: return nil
        }
    }

    /// The largest number and the one below it share their key: null takes one away.
    private static func above(_ number: UInt64) -> UInt64 {
        number == .max ? .max : number + 1
    }

    static func key(_ number: Double) -> UInt64 {
        if number.isNaN { return .max }
        let bits = (number == 0 ? 0 : number).bitPattern
        return (bits >> 63 == 0 ? bits ^ 1 << 63 : ~bits) + 1
    }

    /// - Parameter ordered: an integer as filters compare it: of UInt64 with its top bit inverted.
    @inline(__always)
    static func key(ordered number: Int64) -> UInt64 {
        above(UInt64(bitPattern: number) ^ 1 << 63)
    }

    /// The number that has a key. Either zero is one without a sign.
    /// - Parameter key: of a Float, a Double or a date.
    @inline(__always)
    static func number(of key: UInt64) -> Double {
        if key == .max { return .nan }
        let bits = key &- 1
        return Double(bitPattern: bits >> 63 == 0 ? ~bits : bits ^ 1 << 63)
    }

    /// The integer that has a key, in the form of ``key(ordered:)``.
    /// - Parameter key: of no null, and not the greatest one, which two integers share.
    @inline(__always)
    static func orderedInteger(of key: UInt64) -> Int64 {
        Int64(bitPattern: (key &- 1) ^ 1 << 63)
    }

    /// Of text that is in NFC for certain as far as it matters.
    /// - Returns: nil if that takes more than a look: then a String must be made.
    @inline(__always)
    static func key(plain text: ByteView) -> UInt64? {
        guard text.count >= 8 else {
            let word = text.leadingWord(text.count)
            return ByteView.isBeforeMarks(word) ? word | UInt64(text.count + 1) : nil
        }
        // Behind the seven bytes another character has to begin, for marks to be joined with: the
        // eighth byte may still be one of the same.
        let word = text.load(UInt64.self, at: 0)
        guard word & 0x8080_8080_8080_8080 == 0 || text.isBeforeMarks(min(text.count, 9)) else {
            return nil
        }
        return word.byteSwapped | 255
    }

    /// What tells apart the longer texts and data that have one key, most of them: the eight bytes
    /// behind the seven of the key. 0 of what has no such key.
    static func continuation(_ value: Value) -> UInt64 {
        switch value {
        case .string(let text): text.withNormalisedBytes { continuation($0) }
        case .data(let bytes): bytes.withView { continuation($0) }
        default: 0
        }
    }

    /// The same of text that is in NFC for certain as far as it matters, otherwise nil.
    @inline(__always)
    static func continuation(plain text: ByteView) -> UInt64? {
        text.isBeforeMarks(min(text.count, 17)) ? continuation(text) : nil
    }

    @inline(__always)
    private static func continuation(_ bytes: ByteView) -> UInt64 {
        if bytes.count >= 15 { return bytes.load(UInt64.self, at: 7).byteSwapped }
        guard bytes.count > 7 else { return 0 }
        // The last eight bytes, without those that stand in the key.
        let last = bytes.load(UInt64.self, at: bytes.count - 8).byteSwapped
        return last << UInt64(8 * (15 - bytes.count))
    }

    private static func prefix(_ bytes: ByteView) -> UInt64 {
        // One more than the length, so that the empty text is no null.
        bytes.leadingWord(min(bytes.count, 7))
            | (bytes.count > 7 ? 255 : UInt64(bytes.count + 1))
    }
}
