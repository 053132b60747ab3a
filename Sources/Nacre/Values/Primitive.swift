internal import NacreFormat

/// The scalars and texts that the file format knows. Only this module conforms types to it; make a
/// type of your own ``Storable``.
public protocol Primitive: Storable where Stored == Self, StoredEnd == Self {
    /// Reads back what ``SingleValue/storedValue()`` gave.
    /// - Throws: if it is a value of another type.
    init(_ stored: StoredValue) throws
}

extension Primitive {
    /// The way to what is stored, and back.
    public static var transformer: Transformer<Self, Self> {
        Transformer(transform: { $0 }, reverse: { $0 })
    }

    /// The value as an element of a collection.
    public func nested() throws -> NestedValue { NestedValue(.value(try storedValue().value)) }

    /// The value of an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Self {
        try Self(StoredValue(try nested.value(as: storedType)))
    }

    static var storedType: StoredType {
        guard case .stored(let type, _) = attributeType.kind else {
            preconditionFailure("a primitive is stored as one value")
        }
        return type
    }

    static var mismatch: RowError { .mismatch(expected: "a value of type \(storedType.name)") }
}
