/// What a property of an entity may be: a scalar, a ``Storable`` type, an ``Embedded`` struct, and
/// `Optional`, `Array`, `Set` and `Dictionary` of these.
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
}
