internal import NacreFormat

/// A scalar or text type that the file format knows. Only this module conforms types to it; make
/// your own type ``Storable``.
public protocol Primitive: Storable where Stored == Self, StoredEnd == Self {
    /// Reads a value from the form that ``SingleValue/storedValue()`` returned.
    /// - Throws: An error if it is a value of another type.
    init(_ stored: StoredValue) throws
}

extension Primitive {
    /// The transformer to the stored form and back.
    public static var transformer: Transformer<Self, Self> {
        Transformer(transform: { $0 }, reverse: { $0 })
    }

    /// Writes an array of values into the next slot of a record.
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        try row.store(anyElements: elements)
    }

    /// Reads an array of values from the next slot of a record.
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.anyElements(Self.self)
    }

    /// Returns the value as an element of a collection.
    public func nested() throws -> NestedValue { NestedValue(.value(try storedValue().value)) }

    /// Reads a value from an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Self {
        try Self(StoredValue(try nested.value(as: storedType)))
    }

    static var storedType: StoredType {
        guard case .stored(let type, _) = attributeType.kind else {
            preconditionFailure("a primitive is stored as one value")
        }
        return type
    }

    static var mismatch: AttributeError {
        .mismatch(expected: "a value of type \(storedType.name)")
    }
}
