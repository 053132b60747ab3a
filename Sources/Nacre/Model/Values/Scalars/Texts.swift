public import Foundation
internal import NacreFormat

/// Stored as UTF-8, the very scalars that were given; equality and order are Swift's.
extension String: Primitive {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.string) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout RowEncoder) { row.store(self) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout RowDecoder) throws -> String { try row.text() }

    /// What is stored for the value, as filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.string(self)) }

    /// Reads back what ``SingleValue/storedValue()`` gave.
    public init(_ stored: StoredValue) throws {
        guard case .string(let text) = stored.value else { throw Self.mismatch }
        self = text
    }
}

extension Data: Primitive {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.data) }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout RowEncoder) { row.store([UInt8](self)) }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout RowDecoder) throws -> Data {
        Data(try row.bytes())
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.data([UInt8](self))) }

    /// Reads back what ``SingleValue/storedValue()`` gave.
    public init(_ stored: StoredValue) throws {
        guard case .data(let bytes) = stored.value else { throw Self.mismatch }
        self.init(bytes)
    }
}

/// Stored as its absolute string.
extension URL: Primitive {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.string) }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout RowEncoder) { row.store(absoluteString) }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout RowDecoder) throws -> URL {
        try URL(StoredValue(.string(try row.text())))
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.string(absoluteString)) }

    /// Reads back what ``SingleValue/storedValue()`` gave.
    public init(_ stored: StoredValue) throws {
        guard case .string(let text) = stored.value, let url = URL(string: text) else {
            throw RowError.mismatch(expected: "a URL")
        }
        self = url
    }
}
