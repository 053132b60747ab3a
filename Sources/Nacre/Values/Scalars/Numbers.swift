internal import NacreFormat

extension Bool: Primitive {
    public static var attributeType: AttributeType { AttributeType(.scalar(.bool)) }

    @inlinable
    public func encode(into row: inout RowEncoder) { row.store(UInt8(self ? 1 : 0)) }

    @inlinable
    public static func decode(from row: inout RowDecoder) throws -> Bool {
        let byte = row.load(UInt8.self)
        guard byte <= 1 else { throw damaged() }
        return byte == 1
    }

    public func storedValue() -> StoredValue { StoredValue(.bool(self)) }

    public init(_ stored: StoredValue) throws {
        guard case .bool(let bool) = stored.value else { throw Self.mismatch }
        self = bool
    }

    @usableFromInline
    static func damaged() -> any Error { RowError.damaged }
}

// Floating-point numbers are stored to the bit: -0.0 and the payload of a NaN survive.

extension Float: Primitive {
    public static var attributeType: AttributeType { AttributeType(.scalar(.float)) }

    @inlinable
    public func encode(into row: inout RowEncoder) { row.store(bitPattern) }

    @inlinable
    public static func decode(from row: inout RowDecoder) -> Float {
        Float(bitPattern: row.load(UInt32.self))
    }

    public func storedValue() -> StoredValue { StoredValue(.float(self)) }

    public init(_ stored: StoredValue) throws {
        guard case .float(let number) = stored.value else { throw Self.mismatch }
        self = number
    }
}

extension Double: Primitive {
    public static var attributeType: AttributeType { AttributeType(.scalar(.double)) }

    @inlinable
    public func encode(into row: inout RowEncoder) { row.store(bitPattern) }

    @inlinable
    public static func decode(from row: inout RowDecoder) -> Double {
        Double(bitPattern: row.load(UInt64.self))
    }

    public func storedValue() -> StoredValue { StoredValue(.double(self)) }

    public init(_ stored: StoredValue) throws {
        guard case .double(let number) = stored.value else { throw Self.mismatch }
        self = number
    }
}
