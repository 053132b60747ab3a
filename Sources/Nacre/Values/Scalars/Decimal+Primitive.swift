public import Foundation
internal import NacreFormat

/// Stored as sign, up to 38 digits and a power of ten, hence exactly; not a number has no stored
/// form.
extension Decimal: Primitive {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.decimal)) }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout RowEncoder) throws {
        try row.store(try storedValue().value)
    }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout RowDecoder) throws -> Decimal {
        try Decimal(StoredValue(try row.scalar(.decimal)))
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() throws -> StoredValue {
        // The text of a Decimal is exact; its digits are not public on all systems.
        guard let value = DecimalValue(description) else {
            throw RowError.notStorable(reason: "a Decimal that is not a number cannot be stored")
        }
        return StoredValue(.decimal(value))
    }

    /// Reads back what ``SingleValue/storedValue()`` gave.
    public init(_ stored: StoredValue) throws {
        guard case .decimal(let value) = stored.value else { throw Self.mismatch }
        guard let decimal = Decimal(string: value.description, locale: Self.posix) else {
            throw RowError.outOfRange(type: "Decimal")
        }
        self = decimal
    }

    private static let posix = Locale(identifier: "en_US_POSIX")
}
