public import Foundation
internal import NacreFormat

/// Stored exactly, as a sign, up to 38 digits and a power of ten. NaN cannot be stored.
extension Decimal: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.decimal)) }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout ObjectEncoder) throws {
        try row.store(try storedValue().value)
    }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout ObjectDecoder) throws -> Decimal {
        try Decimal(StoredValue(try row.scalar(.decimal)))
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() throws -> StoredValue {
        // The text of a Decimal is exact; its digits are not public on all systems.
        guard let value = DecimalValue(description) else {
            throw AttributeError.notStorable(
                reason: "a Decimal that is not a number cannot be stored")
        }
        return StoredValue(.decimal(value))
    }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .decimal(let value) = stored.value else { throw Self.mismatch }
        guard let decimal = Decimal(string: value.description, locale: Self.posix) else {
            throw AttributeError.outOfRange(type: "Decimal")
        }
        self = decimal
    }

    private static let posix = Locale(identifier: "en_US_POSIX")
}
