internal import NacreFormat

/// Stored as an array in an order that depends only on the elements, so equal sets are stored
/// equally. Scalars of a fixed width are in the order of their values. Other elements are in the
/// order of their JSON texts, independent of Unicode normalization.
extension Set: AttributeValue where Element: AttributeValue {
    /// The stored type of a value.
    public static var attributeType: AttributeType {
        let element = Element.attributeType
        let unknown = UnknownElements(of: Element.self, element)
        return AttributeType.list(of: element, isSorted: true)
            .knowingNot(unknown.map { UnknownValues.list($0, isSorted: true) })
    }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout ObjectEncoder) throws {
        try Element.encodeElements(Array(self), into: &row)
        if count > 1 { try row.sortElements() }
    }

    /// Reads a value from the next slots of a record.
    @inlinable
    public static func decode(from row: inout ObjectDecoder) throws -> Set<Element> {
        Set(try Element.decodeElements(from: &row))
    }

    /// Returns the value as an element of a collection.
    public func nested() throws -> NestedValue {
        let elements = try map { element in
            let nested = try element.nested()
            return (nested, text: nested.jsonText)
        }
        let sorted = CanonicalForm.sorted(elements, by: \.text)
        for (element, next) in zip(sorted, sorted.dropFirst())
        where element.text.utf8.elementsEqual(next.text.utf8) {
            throw AttributeError.storedAlike
        }
        return NestedValue(.array(sorted.map(\.0)))
    }

    /// Reads a value from an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Set<Element> {
        Set(try nested.elements().compactMap { try Element.decodeIfThere(from: $0) })
    }
}
