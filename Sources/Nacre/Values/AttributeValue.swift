/// What a property of an entity may be: a scalar, a ``Storable`` type, an ``Embedded`` struct or
/// enum, another ``Entity``, and `Optional`, `Array`, `Set` and `Dictionary` of these.
///
/// Do not conform to it by hand: conform to ``Storable``, or write `@Embedded`.
public protocol AttributeValue: Sendable {
    /// What the store keeps for a value.
    static var attributeType: AttributeType { get }
    /// Writes the value into the next slots of a record.
    /// - Throws: what the type's transformer throws.
    func encode(into row: inout RowEncoder) throws
    /// Reads a value from the next slots of a record.
    /// - Throws: what the type's transformer throws.
    static func decode(from row: inout RowDecoder) throws -> Self
    /// The value as an element of a collection.
    func nested() throws -> NestedValue
    /// The value of an element of a collection.
    static func decode(from nested: NestedValue) throws -> Self
    /// Reads a value that may be missing though it is stored: that of an ``Entity`` by value, whose
    /// object was deleted. For the library; all other types read it as ever.
    /// - Throws: what the type's transformer throws.
    static func decodeIfThere(from row: inout RowDecoder) throws -> Self?
    /// The same of an element of a collection.
    static func decodeIfThere(from nested: NestedValue) throws -> Self?
    /// The filter that holds where a value equals another one. For the library; types have it.
    /// - Parameters:
    ///   - subject: the value.
    ///   - value: what it is compared with.
    /// - Throws: if filters cannot compare what stands in it.
    static func equality<Root>(
        of subject: FilterSubject, to value: NestedValue
    ) throws -> Filter<Root>
}

extension AttributeValue {
    /// Reads a value, which is there if it is stored.
    @inlinable @inline(__always)
    public static func decodeIfThere(from row: inout RowDecoder) throws -> Self? {
        try decode(from: &row)
    }

    /// The value of an element of a collection, which is there if it is stored.
    public static func decodeIfThere(from nested: NestedValue) throws -> Self? {
        try decode(from: nested)
    }
}
