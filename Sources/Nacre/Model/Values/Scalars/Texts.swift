public import Foundation
internal import NacreFormat

/// Stored as UTF-8, with exactly the given Unicode scalars. Equality and order are those of Swift.
extension String: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.string) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) { row.store(self) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) throws -> String { try row.text() }

    /// Writes an array of values into the next slot of a record.
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        row.store(strings: elements)
    }

    /// Reads an array of values from the next slot of a record.
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.strings()
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.string(self)) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .string(let text) = stored.value else { throw Self.mismatch }
        self = text
    }
}

extension Data: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.data) }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout ObjectEncoder) {
        unsafe withUnsafeBytes { row.store(unsafe ByteView($0)) }
    }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout ObjectDecoder) throws -> Data {
        unsafe Data(try row.variable())
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.data([UInt8](self))) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .data(let bytes) = stored.value else { throw Self.mismatch }
        self.init(bytes)
    }
}

/// Stored as its absolute string.
extension URL: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.string) }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout ObjectEncoder) { row.store(absoluteString) }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout ObjectDecoder) throws -> URL {
        try URL(StoredValue(.string(try row.text())))
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.string(absoluteString)) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .string(let text) = stored.value, let url = URL(string: text) else {
            throw AttributeError.mismatch(expected: "a URL")
        }
        self = url
    }
}
