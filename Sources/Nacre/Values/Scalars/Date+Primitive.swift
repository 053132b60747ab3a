public import Foundation
internal import NacreFormat

/// Stored as seconds since 2001 to the bit, so equal dates stay equal.
extension Date: Primitive {
    public static var attributeType: AttributeType { AttributeType(.scalar(.date)) }

    @inlinable
    public func encode(into row: inout RowEncoder) {
        row.store(timeIntervalSinceReferenceDate.bitPattern)
    }

    @inlinable
    public static func decode(from row: inout RowDecoder) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(bitPattern: row.load(UInt64.self)))
    }

    public func storedValue() -> StoredValue {
        StoredValue(.date(timeIntervalSinceReferenceDate))
    }

    public init(_ stored: StoredValue) throws {
        guard case .date(let seconds) = stored.value else { throw Self.mismatch }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}
