internal import NacreFormat

extension Bool: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.bool)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) { row.store(UInt8(self ? 1 : 0)) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) throws -> Bool {
        let byte = row.load(UInt8.self)
        guard byte <= 1 else { throw damaged() }
        return byte == 1
    }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        row.store(elements: elements) { UInt8($0 ? 1 : 0) }
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.elements(of: UInt8.self) { byte in
            guard byte <= 1 else { throw damaged() }
            return byte == 1
        }
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.bool(self)) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .bool(let bool) = stored.value else { throw Self.mismatch }
        self = bool
    }

    @usableFromInline
    static func damaged() -> any Error { AttributeError.damaged }
}

// Floating-point numbers are stored bit for bit: -0.0 and the payload of a NaN are preserved.

extension Float: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.float)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) { row.store(bitPattern) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) -> Float {
        Float(bitPattern: row.load(UInt32.self))
    }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        row.store(elements: elements) { $0.bitPattern }
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.elements(of: UInt32.self) { Float(bitPattern: $0) }
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.float(self)) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .float(let number) = stored.value else { throw Self.mismatch }
        self = number
    }
}

extension Double: Primitive {
    /// The stored type of a value.
    public static var attributeType: AttributeType { AttributeType(.scalar(.double)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) { row.store(bitPattern) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) -> Double {
        Double(bitPattern: row.load(UInt64.self))
    }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        row.store(elements: elements) { $0.bitPattern }
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.elements(of: UInt64.self) { Double(bitPattern: $0) }
    }

    /// Returns the stored form of the value, by which filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.double(self)) }

    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    public init(_ stored: StoredValue) throws {
        guard case .double(let number) = stored.value else { throw Self.mismatch }
        self = number
    }
}
