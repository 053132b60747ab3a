internal import NacreFormat

/// The way the stored bits of an attribute's values are computed from their keys.
enum KeyForm {
    /// The key of a column.
    case flag, integer, unsigned, float, double
    /// The key of the index of a unique attribute, which is never null.
    case uniqueInteger, uniqueUnsigned

    /// Returns nil if keys of the type do not tell the values.
    /// - Parameter isUnique: Whether the keys are those of the index of a unique attribute.
    init?(_ type: StoredType, isUnique: Bool) {
        guard let scalar = type.scalar else { return nil }
        switch scalar {
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
            self = isUnique ? .uniqueInteger : .integer
        case .uint64, .objectID: self = isUnique ? .uniqueUnsigned : .unsigned
        case .bool where !isUnique: self = .flag
        case .float where !isUnique: self = .float
        case .double where !isUnique, .date where !isUnique: self = .double
        case .bool, .float, .double, .date, .uuid, .decimal: return nil
        }
    }

    @inline(__always)
    func value(of key: UInt64) -> KeySlot {
        switch self {
        case .uniqueInteger: return KeySlot(bits: key ^ 1 << 63)
        case .uniqueUnsigned: return KeySlot(bits: key)
        case .flag, .integer, .unsigned, .float, .double: break
        }
        if key == OrderKey.null { return .null }
        switch self {
        case .flag: return KeySlot(bits: key == OrderKey.key(.bool(true)) ? 1 : 0)
        // Two integers share the greatest key, and so do all NaNs.
        case _ where key == .max: return .unknown
        case .integer:
            return KeySlot(bits: UInt64(bitPattern: OrderKey.orderedInteger(of: key)))
        case .unsigned: return KeySlot(bits: key &- 1)
        case .float, .double, .uniqueInteger, .uniqueUnsigned: return number(of: key)
        }
    }

    private func number(of key: UInt64) -> KeySlot {
        let number = OrderKey.number(of: key)
        // The key does not tell the sign of a zero.
        if number == 0 { return .unknown }
        guard case .float = self else { return KeySlot(bits: number.bitPattern) }
        return KeySlot(bits: UInt64(Float(number).bitPattern))
    }
}
