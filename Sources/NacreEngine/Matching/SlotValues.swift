internal import NacreFormat

// Reads of fixed-width values in place in a record, for filters and aggregates.

extension MatchCondition.IntegerSlot {
    /// - Returns: nil if the byte of a Bool is invalid.
    @inline(__always)
    func value(in bytes: ByteView) -> Int64? { kind.value(in: bytes, at: slot.offset) }
}

extension MatchCondition.IntegerSlot.Kind {
    /// - Returns: nil if the byte of a Bool is invalid.
    @inline(__always)
    func value(in bytes: ByteView, at offset: Int) -> Int64? {
        switch self {
        case .bool: return bytes[offset] <= 1 ? Int64(bytes[offset]) : nil
        case .int8: return Int64(bytes.load(Int8.self, at: offset))
        case .int16: return Int64(bytes.load(Int16.self, at: offset))
        case .int32: return Int64(bytes.load(Int32.self, at: offset))
        case .int64: return bytes.load(Int64.self, at: offset)
        case .uint8: return Int64(bytes.load(UInt8.self, at: offset))
        case .uint16: return Int64(bytes.load(UInt16.self, at: offset))
        case .uint32: return Int64(bytes.load(UInt32.self, at: offset))
        case .uint64: return MatchCondition.IntegerSlot.order(bytes.load(UInt64.self, at: offset))
        }
    }
}

extension MatchCondition.NumberSlot {
    @inline(__always)
    func value(in bytes: ByteView) -> Double {
        isFloat
            ? Double(Float(bitPattern: bytes.load(at: slot.offset)))
            : Double(bitPattern: bytes.load(at: slot.offset))
    }
}
