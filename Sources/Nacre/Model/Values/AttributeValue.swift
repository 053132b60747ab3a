/// A type that a property of an entity may have: a scalar, a ``Storable`` type, an ``Embedded``
/// struct or enum, another ``Entity``, and `Optional`, `Array`, `Set` and `Dictionary` of these.
///
/// Do not conform to it by hand: conform to ``Storable``, or write `@Embedded`.
public protocol AttributeValue: Sendable {
    /// The stored type of a value.
    static var attributeType: AttributeType { get }
    /// Writes the value into the next slots of a record.
    /// - Throws: The error of the type's transformer.
    func encode(into row: inout ObjectEncoder) throws
    /// Reads a value from the next slots of a record.
    /// - Throws: The error of the type's transformer.
    static func decode(from row: inout ObjectDecoder) throws -> Self
    /// Returns the value as an element of a collection.
    func nested() throws -> NestedValue
    /// Reads a value from an element of a collection.
    static func decode(from nested: NestedValue) throws -> Self
    /// Writes an array of values into the next slot of a record. Called by the library; every type
    /// has an implementation.
    /// - Throws: The error of the type's transformer.
    static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws
    /// Reads an array of values from the next slot of a record, without those that are missing
    /// although they are stored. Called by the library; every type has an implementation.
    /// - Throws: The error of the type's transformer.
    static func decodeElements(from row: inout ObjectDecoder) throws -> [Self]
    /// Reads a value that may be missing although it is stored: an ``Entity`` by value, whose
    /// object was deleted. Called by the library; all other types read their value as usual.
    /// - Throws: The error of the type's transformer.
    static func decodeIfThere(from row: inout ObjectDecoder) throws -> Self?
    /// Reads such a value from an element of a collection.
    static func decodeIfThere(from nested: NestedValue) throws -> Self?
    /// Returns the filter that matches if a value equals another one. Called by the library; every
    /// type has an implementation.
    /// - Parameters:
    ///   - subject: The value.
    ///   - value: The value that it is compared with.
    /// - Throws: An error if filters cannot compare a part of it.
    static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root>
}

extension AttributeValue {
    /// Reads a value, which exists whenever it is stored.
    @inlinable @inline(__always)
    public static func decodeIfThere(from row: inout ObjectDecoder) throws -> Self? {
        try decode(from: &row)
    }

    /// Writes an array of values into the next slot of a record.
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        try row.store(anyElements: elements)
    }

    /// Reads an array of values from the next slot of a record.
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.anyElements(Self.self)
    }

    /// Reads a value from an element of a collection, which exists whenever it is stored.
    public static func decodeIfThere(from nested: NestedValue) throws -> Self? {
        try decode(from: nested)
    }
}
