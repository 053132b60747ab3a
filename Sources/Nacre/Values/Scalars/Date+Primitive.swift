public import Foundation
internal import NacreFormat

/// Stored as seconds since 2001 to the bit, so equal dates stay equal.
extension Date: Primitive {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.date)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout RowEncoder) {
        row.store(timeIntervalSinceReferenceDate.bitPattern)
    }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout RowDecoder) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(bitPattern: row.load(UInt64.self)))
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() -> StoredValue {
        StoredValue(.date(timeIntervalSinceReferenceDate))
    }

    /// Reads back what ``SingleValue/storedValue()`` gave.
    public init(_ stored: StoredValue) throws {
        guard case .date(let seconds) = stored.value else { throw Self.mismatch }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}
