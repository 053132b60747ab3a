/// The values of a dictionary in filters: a collection without order. Filters can test its elements
/// but cannot compare it with another collection. The type has no values.
public enum ValuesOf<Element: AttributeValue>: ElementsValue {
    /// The type of the number of elements.
    public typealias Count = Int

    /// The type that values are stored as.
    public static var attributeType: AttributeType { [Element].attributeType }

    /// Writes nothing: the type has no values.
    public func encode(into row: inout ObjectEncoder) { switch self {} }

    /// Reads nothing: the type has no values.
    /// - Throws: An error, always.
    public static func decode(from row: inout ObjectDecoder) throws -> ValuesOf {
        throw AttributeError.damaged
    }

    /// Returns nothing: the type has no values.
    public func nested() -> NestedValue { switch self {} }

    /// Reads nothing: the type has no values.
    /// - Throws: An error, always.
    public static func decode(from nested: NestedValue) throws -> ValuesOf {
        throw AttributeError.damaged
    }
}
