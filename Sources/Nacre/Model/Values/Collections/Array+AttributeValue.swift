internal import NacreFormat

/// Scalars of a fixed width are stored packed, one after another; other elements as JSON text.
extension Array: AttributeValue where Element: AttributeValue {
    /// The stored type of a value.
    public static var attributeType: AttributeType {
        let element = Element.attributeType
        let unknown = UnknownElements(of: Element.self, element)
        return AttributeType.list(of: element)
            .knowingNot(unknown.map { UnknownValues.list($0, isSorted: false) })
    }

    /// Writes the value into the next slots of a record.
    @inlinable
    public func encode(into row: inout ObjectEncoder) throws {
        try Element.encodeElements(self, into: &row)
    }

    /// Reads a value from the next slots of a record.
    @inlinable
    public static func decode(from row: inout ObjectDecoder) throws -> [Element] {
        try Element.decodeElements(from: &row)
    }

    /// Returns the value as an element of a collection.
    public func nested() throws -> NestedValue {
        NestedValue(.array(try map { try $0.nested() }))
    }

    /// Reads a value from an element of a collection.
    public static func decode(from nested: NestedValue) throws -> [Element] {
        try nested.elements().compactMap { try Element.decodeIfThere(from: $0) }
    }
}
