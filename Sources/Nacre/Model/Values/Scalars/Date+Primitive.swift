public import Foundation
internal import NacreFormat

/// Stored as seconds since 2001, bit for bit, so equal dates stay equal.
extension Date: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.date)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) {
        row.store(timeIntervalSinceReferenceDate.bitPattern)
    }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(bitPattern: row.load(UInt64.self)))
    }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        row.store(elements: elements) { $0.timeIntervalSinceReferenceDate.bitPattern }
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.elements(of: UInt64.self) { bits in
            Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
        }
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue {
        StoredValue(.date(timeIntervalSinceReferenceDate))
    }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .date(let seconds) = stored.value else { throw Self.mismatch }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}
