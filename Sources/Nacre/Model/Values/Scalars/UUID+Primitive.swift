public import Foundation
internal import NacreFormat

extension UUID: Primitive {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.uuid)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout RowEncoder) {
        // Its bytes in their order, which is not that of an integer of this machine.
        row.store(unsafe unsafeBitCast(uuid, to: UInt128.self).littleEndianFromMemory)
    }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout RowDecoder) -> UUID {
        let bits = row.load(UInt128.self).littleEndianFromMemory
        return UUID(uuid: unsafe unsafeBitCast(bits, to: uuid_t.self))
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() -> StoredValue {
        let bits = UInt128(bigEndian: unsafe unsafeBitCast(uuid, to: UInt128.self))
        return StoredValue(
            .uuid(
                UUIDValue(
                    high: UInt64(truncatingIfNeeded: bits >> 64),
                    low: UInt64(truncatingIfNeeded: bits))))
    }

    /// Reads back what ``SingleValue/storedValue()`` gave.
    public init(_ stored: StoredValue) throws {
        guard case .uuid(let value) = stored.value else { throw Self.mismatch }
        let bits = (UInt128(value.high) << 64 | UInt128(value.low)).bigEndian
        self.init(uuid: unsafe unsafeBitCast(bits, to: uuid_t.self))
    }
}

extension UInt128 {
    /// The number whose little-endian bytes are those that this one has in memory.
    @usableFromInline
    var littleEndianFromMemory: UInt128 { UInt128(littleEndian: self) }
}
