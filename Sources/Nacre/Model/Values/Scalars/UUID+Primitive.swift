public import Foundation
internal import NacreFormat

extension UUID: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.uuid)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) {
        // The bytes keep their order, whatever the byte order of the machine's integers is.
        row.store(unsafe unsafeBitCast(uuid, to: UInt128.self).littleEndianFromMemory)
    }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) -> UUID {
        let bits = row.load(UInt128.self).littleEndianFromMemory
        return UUID(uuid: unsafe unsafeBitCast(bits, to: uuid_t.self))
    }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        row.store(elements: elements) { uuid in
            unsafe unsafeBitCast(uuid.uuid, to: UInt128.self).littleEndianFromMemory
        }
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.elements(of: UInt128.self) { integer in
            let bits = integer.littleEndianFromMemory
            return UUID(uuid: unsafe unsafeBitCast(bits, to: uuid_t.self))
        }
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue {
        let bits = UInt128(bigEndian: unsafe unsafeBitCast(uuid, to: UInt128.self))
        return StoredValue(
            .uuid(
                UUIDValue(
                    high: UInt64(truncatingIfNeeded: bits >> 64),
                    low: UInt64(truncatingIfNeeded: bits))))
    }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .uuid(let value) = stored.value else { throw Self.mismatch }
        let bits = (UInt128(value.high) << 64 | UInt128(value.low)).bigEndian
        self.init(uuid: unsafe unsafeBitCast(bits, to: uuid_t.self))
    }
}

extension UInt128 {
    /// The number whose little-endian form has the bytes that this number has in memory.
    @usableFromInline
    var littleEndianFromMemory: UInt128 { UInt128(littleEndian: self) }
}
