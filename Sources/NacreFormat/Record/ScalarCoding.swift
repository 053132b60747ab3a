/// Encodes and decodes scalars, in slots and in packed arrays.
package enum ScalarCoding {
    /// Writes a value over `type.width` zero bytes.
    /// - Returns: false if the value is not of the type or does not fit. Nothing is written then.
    package static func store(
        _ value: Value, as type: ScalarType, in buffer: ByteBuffer, at offset: Int
    ) -> Bool {
        switch (type, value) {
        case (.bool, .bool(let bool)): buffer.set(UInt8(bool ? 1 : 0), at: offset)
        case (.uint64, .uint(let number)): buffer.set(number, at: offset)
        case (.objectID, .objectID(let number)): buffer.set(number, at: offset)
        case (.float, .float(let number)): buffer.set(number.bitPattern, at: offset)
        case (.double, .double(let number)): buffer.set(number.bitPattern, at: offset)
        case (.date, .date(let seconds)): buffer.set(seconds.bitPattern, at: offset)
        case (.uuid, .uuid(let uuid)):
            buffer.set(uuid.high.byteSwapped, at: offset)
            buffer.set(uuid.low.byteSwapped, at: offset + 8)
        case (.decimal, .decimal(let decimal)):
            buffer.set(decimal.mantissa, at: offset)
            buffer.set(decimal.exponent, at: offset + 16)
            buffer.set(UInt8(decimal.isNegative ? 1 : 0), at: offset + 17)
        case (_, .int(let number)): return store(number, as: type, in: buffer, at: offset)
        default: return false
        }
        return true
    }

    private static func store(
        _ number: Int64, as type: ScalarType, in buffer: ByteBuffer, at offset: Int
    ) -> Bool {
        func set<Integer: FixedWidthInteger>(_ integer: Integer?) -> Bool {
            guard let integer else { return false }
            buffer.set(integer, at: offset)
            return true
        }
        return switch type {
        case .int8: set(Int8(exactly: number))
        case .int16: set(Int16(exactly: number))
        case .int32: set(Int32(exactly: number))
        case .int64: set(number)
        case .uint8: set(UInt8(exactly: number))
        case .uint16: set(UInt16(exactly: number))
        case .uint32: set(UInt32(exactly: number))
        default: false
        }
    }

    /// Decodes a scalar.
    /// - Returns: nil if the bytes are invalid for the type, for example a Bool of 2 or a decimal
    ///   that is not canonical.
    package static func load(_ type: ScalarType, from view: ByteView, at offset: Int) -> Value? {
        switch type {
        case .bool: view[offset] <= 1 ? .bool(view[offset] == 1) : nil
        case .int8: .int(Int64(view.load(Int8.self, at: offset)))
        case .int16: .int(Int64(view.load(Int16.self, at: offset)))
        case .int32: .int(Int64(view.load(Int32.self, at: offset)))
        case .int64: .int(view.load(Int64.self, at: offset))
        case .uint8: .int(Int64(view.load(UInt8.self, at: offset)))
        case .uint16: .int(Int64(view.load(UInt16.self, at: offset)))
        case .uint32: .int(Int64(view.load(UInt32.self, at: offset)))
        case .uint64: .uint(view.load(UInt64.self, at: offset))
        case .float: .float(Float(bitPattern: view.load(at: offset)))
        case .double: .double(Double(bitPattern: view.load(at: offset)))
        case .date: .date(Double(bitPattern: view.load(at: offset)))
        case .objectID: .objectID(view.load(UInt64.self, at: offset))
        case .uuid:
            .uuid(
                UUIDValue(
                    high: view.load(UInt64.self, at: offset).byteSwapped,
                    low: view.load(UInt64.self, at: offset + 8).byteSwapped))
        case .decimal: decimal(view[offset..<offset + type.width])
        }
    }

    private static func decimal(_ view: ByteView) -> Value? {
        let mantissa: UInt128 = view.load(at: 0)
        let exponent: Int8 = view.load(at: 16)
        let sign = view[17]
        guard sign <= 1, view[18] == 0, view[19] == 0,
            let decimal = DecimalValue(
                mantissa: mantissa, exponent: Int(exponent), isNegative: sign == 1),
            decimal.mantissa == mantissa, decimal.exponent == exponent,
            decimal.isNegative == (sign == 1)
        else { return nil }
        return .decimal(decimal)
    }
}
