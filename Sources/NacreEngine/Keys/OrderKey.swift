package import NacreFormat

/// Maps values to eight bytes in sort order, by which index trees are ordered. Only the first bytes
/// of long values fit, so different values can share a key. The record then decides.
///
/// Null is 0, and every value has a greater key. Both zeros share a key. All NaNs share one, after
/// infinity. Strings use their NFC, in Swift's order: seven bytes, followed by one byte for the
/// length plus 1, or 255 for more than seven bytes.
package enum OrderKey {
    package static let null: UInt64 = 0
    /// The least key of a value that is not null.
    package static let least: UInt64 = 1

    /// Returns the key of one attribute's value.
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

    /// Returns the key of several attributes: the first eight bytes of their concatenated
    /// ``OrderBytes``.
    static func key(_ values: [Value], of attributes: [AttributeSchema]) -> UInt64 {
        if values.count == 1 { return key(values[0]) }
        var bytes = OrderBytes()
        for (value, attribute) in zip(values, attributes) { bytes.append(value, of: attribute) }
        return bytes.word
    }

    /// Returns whether all values of an attribute that have this key are equal.
    package static func isExact(_ key: UInt64, of type: StoredType) -> Bool {
        Exactness(type).isExact(key)
    }

    /// The keys of a type that several values share.
    enum Exactness: Sendable {
        /// No key is shared.
        case always
        /// Only the largest number and the one below it share a key.
        case butForLargest
        /// Values of more than seven bytes may share keys.
        case upToSevenBytes
        /// Any key except null may be shared.
        case never

        init(_ type: StoredType) {
            switch type {
            case .string, .data: self = .upToSevenBytes
            case .json, .array: self = .never
            case .scalar(let scalar):
                switch scalar {
                case .int64, .uint64, .objectID: self = .butForLargest
                case .uuid, .decimal: self = .never
                case .bool, .int8, .int16, .int32, .uint8, .uint16, .uint32, .float, .double,
                    .date:
                    self = .always
                }
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

    /// Returns the only integer or object id that has a key, or nil for a shared key and for types
    /// whose keys do not determine the values.
    static func integer(of key: UInt64, as type: StoredType) -> Value? {
        guard key != null, key != .max, case .scalar(let scalar) = type else { return nil }
        switch scalar {
        case .objectID: return .objectID(key - 1)
        case .uint64: return .uint(key - 1)
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
            return .int(orderedInteger(of: key))
        case .bool, .float, .double, .date, .uuid, .decimal: return nil
        }
    }

    /// Returns the number plus 1. The largest number and the one below it share a key, since null
    /// takes one.
    private static func above(_ number: UInt64) -> UInt64 {
        number == .max ? .max : number + 1
    }

    static func key(_ number: Double) -> UInt64 {
        if number.isNaN { return .max }
        let bits = (number == 0 ? 0 : number).bitPattern
        return (bits >> 63 == 0 ? bits ^ 1 << 63 : ~bits) + 1
    }

    /// Returns the key of an integer.
    /// - Parameter ordered: An integer in the form in which filters compare it: a UInt64 has its
    ///   top bit inverted.
    @inline(__always)
    static func key(ordered number: Int64) -> UInt64 {
        above(UInt64(bitPattern: number) ^ 1 << 63)
    }

    /// Returns the number that has a key. Zeros have no sign.
    /// - Parameter key: The key of a Float, a Double or a date.
    @inline(__always)
    static func number(of key: UInt64) -> Double {
        if key == .max { return .nan }
        let bits = key &- 1
        return Double(bitPattern: bits >> 63 == 0 ? ~bits : bits ^ 1 << 63)
    }

    /// Returns the integer that has a key, in the form of ``key(ordered:)``.
    /// - Parameter key: Neither the key of null nor the greatest key, which two integers share.
    @inline(__always)
    static func orderedInteger(of key: UInt64) -> Int64 {
        Int64(bitPattern: (key &- 1) ^ 1 << 63)
    }

    /// Returns the key of text that a quick check shows to be in NFC, as far as it matters.
    /// - Returns: nil if a quick check is not enough. The caller then makes a String.
    @inline(__always)
    static func key(plain text: ByteView) -> UInt64? {
        guard text.count >= 8 else {
            let word = text.leadingWord(text.count)
            return ByteView.isBeforeMarks(word) ? word | UInt64(text.count + 1) : nil
        }
        // A new character must begin after the seven bytes, because marks could combine with the
        // previous one. The eighth byte may still belong to that character.
        let word = text.load(UInt64.self, at: 0)
        guard word & 0x8080_8080_8080_8080 == 0 || text.isBeforeMarks(min(text.count, 9)) else {
            return nil
        }
        return word.byteSwapped | 255
    }

    /// Returns the eight bytes after the seven in the key. They distinguish most of the longer
    /// texts and data that share a key. 0 for other types.
    static func continuation(_ value: Value) -> UInt64 {
        switch value {
        case .string(let text): text.withNormalisedBytes { continuation($0) }
        case .data(let bytes): bytes.withView { continuation($0) }
        default: 0
        }
    }

    /// Returns the continuation of text that a quick check shows to be in NFC, as far as it
    /// matters, otherwise nil.
    @inline(__always)
    static func continuation(plain text: ByteView) -> UInt64? {
        text.isBeforeMarks(min(text.count, 17)) ? continuation(text) : nil
    }

    @inline(__always)
    private static func continuation(_ bytes: ByteView) -> UInt64 {
        if bytes.count >= 15 { return bytes.load(UInt64.self, at: 7).byteSwapped }
        guard bytes.count > 7 else { return 0 }
        // The last eight bytes, without those that are part of the key.
        let last = bytes.load(UInt64.self, at: bytes.count - 8).byteSwapped
        return last << UInt64(8 * (15 - bytes.count))
    }

    private static func prefix(_ bytes: ByteView) -> UInt64 {
        // The length plus 1, so the empty text differs from null.
        bytes.leadingWord(min(bytes.count, 7))
            | (bytes.count > 7 ? 255 : UInt64(bytes.count + 1))
    }
}
