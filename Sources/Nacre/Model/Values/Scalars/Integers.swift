internal import NacreFormat

// Integers are stored unchanged, in the width of their type; Int and UInt have 64 bits.

/// An integer type with a stored type of the same width.
public protocol FixedWidthPrimitive: Primitive, FixedWidthInteger {}

extension FixedWidthPrimitive {
    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) { row.store(self) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) -> Self { row.load(Self.self) }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        row.store(elements: elements) { $0 }
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.elements(of: Self.self) { $0 }
    }
}

extension FixedWidthPrimitive {
    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.int(Int64(self))) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .int(let number) = stored.value else { throw Self.mismatch }
        guard let exact = Self(exactly: number) else {
            throw AttributeError.outOfRange(type: "\(Self.self)")
        }
        self = exact
    }
}

extension Int8: FixedWidthPrimitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.int8)) }
}
extension Int16: FixedWidthPrimitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.int16)) }
}
extension Int32: FixedWidthPrimitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.int32)) }
}
extension Int64: FixedWidthPrimitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.int64)) }
}
extension UInt8: FixedWidthPrimitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.uint8)) }
}
extension UInt16: FixedWidthPrimitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.uint16)) }
}
extension UInt32: FixedWidthPrimitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.uint32)) }
}
extension UInt64: FixedWidthPrimitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.uint64)) }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.uint(self)) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .uint(let number) = stored.value else { throw Self.mismatch }
        self = number
    }
}

extension Int: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.int64)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) { row.store(Int64(self)) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) throws -> Int {
        let number = row.load(Int64.self)
        // If Int has 64 bits, the compiler sees that this always succeeds.
        guard let exact = Int(exactly: number) else { throw outOfRange() }
        return exact
    }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        row.store(elements: elements) { Int64($0) }
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.elements(of: Int64.self) { number in
            guard let exact = Int(exactly: number) else { throw outOfRange() }
            return exact
        }
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.int(Int64(self))) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .int(let number) = stored.value else { throw Self.mismatch }
        guard let exact = Int(exactly: number) else { throw Self.outOfRange() }
        self = exact
    }

    @usableFromInline
    static func outOfRange() -> any Error { AttributeError.outOfRange(type: "Int") }
}

extension UInt: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.uint64)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) { row.store(UInt64(self)) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) throws -> UInt {
        let number = row.load(UInt64.self)
        guard let exact = UInt(exactly: number) else { throw outOfRange() }
        return exact
    }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        row.store(elements: elements) { UInt64($0) }
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.elements(of: UInt64.self) { number in
            guard let exact = UInt(exactly: number) else { throw outOfRange() }
            return exact
        }
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.uint(UInt64(self))) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .uint(let number) = stored.value else { throw Self.mismatch }
        guard let exact = UInt(exactly: number) else { throw Self.outOfRange() }
        self = exact
    }

    @usableFromInline
    static func outOfRange() -> any Error { AttributeError.outOfRange(type: "UInt") }
}
