internal import NacreFormat

/// The scalars and texts that the file format knows. Only this module conforms types to it; make a
/// type of your own ``Storable``.
public protocol Primitive: Storable where Stored == Self {
    /// Reads back what ``Storable/storedValue()`` gave.
    /// - Throws: if it is a value of another type.
    init(_ stored: StoredValue) throws
}

extension Primitive {
    public static var transformer: Transformer<Self, Self> {
        Transformer(transform: { $0 }, reverse: { $0 })
    }

    public func nested() throws -> NestedValue { NestedValue(.value(try storedValue().value)) }

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
