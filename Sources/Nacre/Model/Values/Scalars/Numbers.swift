internal import NacreFormat

extension Bool: Primitive {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.bool)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout RowEncoder) { row.store(UInt8(self ? 1 : 0)) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout RowDecoder) throws -> Bool {
        let byte = row.load(UInt8.self)
        guard byte <= 1 else { throw damaged() }
        return byte == 1
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.bool(self)) }

    /// Reads back what ``SingleValue/storedValue()`` gave.
    public init(_ stored: StoredValue) throws {
        guard case .bool(let bool) = stored.value else { throw Self.mismatch }
        self = bool
    }

    @usableFromInline
    static func damaged() -> any Error { RowError.damaged }
}

// Floating-point numbers are stored to the bit: -0.0 and the payload of a NaN survive.

extension Float: Primitive {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.float)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout RowEncoder) { row.store(bitPattern) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout RowDecoder) -> Float {
        Float(bitPattern: row.load(UInt32.self))
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.float(self)) }

    /// Reads back what ``SingleValue/storedValue()`` gave.
    public init(_ stored: StoredValue) throws {
        guard case .float(let number) = stored.value else { throw Self.mismatch }
        self = number
    }
}

extension Double: Primitive {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.double)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout RowEncoder) { row.store(bitPattern) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout RowDecoder) -> Double {
        Double(bitPattern: row.load(UInt64.self))
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.double(self)) }

    /// Reads back what ``SingleValue/storedValue()`` gave.
    public init(_ stored: StoredValue) throws {
        guard case .double(let number) = stored.value else { throw Self.mismatch }
        self = number
    }
}
