internal import NacreFormat

/// A JSON array in the order of the elements' JSON texts, so that equal sets have equal texts.
extension Set: AttributeValue where Element: AttributeValue {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { AttributeType(.json) }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout RowEncoder) throws { row.store(try nested().jsonText) }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout RowDecoder) throws -> Set<Element> {
        try decode(from: NestedValue(jsonText: try row.text()))
    }

    /// The value as an element of a collection.
    public func nested() throws -> NestedValue {
        let elements = try map { element in
            let nested = try element.nested()
            return (nested, text: nested.jsonText)
        }
        let sorted = elements.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
        for (element, next) in zip(sorted, sorted.dropFirst())
        where element.text.utf8.elementsEqual(next.text.utf8) {
            throw RowError.notStorable(reason: "two elements of a set are stored alike")
        }
        return NestedValue(.array(sorted.map(\.0)))
    }

    /// The value of an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Set<Element> {
        Set(try nested.elements().map { try Element.decode(from: $0) })
    }
}
