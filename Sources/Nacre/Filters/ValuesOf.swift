/// The values of a dictionary, as filters see them: a collection in no order, which can be asked
/// for its elements but equals no other one. There are no values of it.
public enum ValuesOf<Element: AttributeValue>: ElementsValue {
    /// The type of the number of elements.
    public typealias Count = Int

    /// What the store keeps for a value.
    public static var attributeType: AttributeType { [Element].attributeType }

    /// Writes nothing.
    public func encode(into row: inout RowEncoder) { switch self {} }

    /// Reads nothing.
    /// - Throws: always.
    public static func decode(from row: inout RowDecoder) throws -> ValuesOf {
        throw RowError.damaged
    }

    /// The value as an element of a collection.
    public func nested() -> NestedValue { switch self {} }

    /// Reads nothing.
    /// - Throws: always.
    public static func decode(from nested: NestedValue) throws -> ValuesOf {
        throw RowError.damaged
    }
}
