public import Foundation
internal import NacreFormat

/// Stored as UTF-8, the very scalars that were given; equality and order are Swift's.
extension String: Primitive {
    public static var attributeType: AttributeType { AttributeType(.string) }

    @inlinable
    public func encode(into row: inout RowEncoder) { row.store(self) }

    @inlinable
    public static func decode(from row: inout RowDecoder) throws -> String { try row.text() }

    public func storedValue() -> StoredValue { StoredValue(.string(self)) }

    public init(_ stored: StoredValue) throws {
        guard case .string(let text) = stored.value else { throw Self.mismatch }
        self = text
    }
}

extension Data: Primitive {
    public static var attributeType: AttributeType { AttributeType(.data) }

    public func encode(into row: inout RowEncoder) { row.store([UInt8](self)) }

    public static func decode(from row: inout RowDecoder) throws -> Data {
        Data(try row.bytes())
    }

    public func storedValue() -> StoredValue { StoredValue(.data([UInt8](self))) }

    public init(_ stored: StoredValue) throws {
        guard case .data(let bytes) = stored.value else { throw Self.mismatch }
        self.init(bytes)
    }
}

/// Stored as its absolute string.
extension URL: Primitive {
    public static var attributeType: AttributeType { AttributeType(.string) }

    public func encode(into row: inout RowEncoder) { row.store(absoluteString) }

    public static func decode(from row: inout RowDecoder) throws -> URL {
        try URL(StoredValue(.string(try row.text())))
    }

    public func storedValue() -> StoredValue { StoredValue(.string(absoluteString)) }

    public init(_ stored: StoredValue) throws {
        guard case .string(let text) = stored.value, let url = URL(string: text) else {
            throw RowError.mismatch(expected: "a URL")
        }
        self = url
    }
}
