internal import NacreFormat

/// A JSON array in the order of the elements' JSON texts, so that equal sets have equal texts.
extension Set: AttributeValue where Element: AttributeValue {
    public static var attributeType: AttributeType { AttributeType(.json) }

    public func encode(into row: inout RowEncoder) throws { row.store(try nested().jsonText) }

    public static func decode(from row: inout RowDecoder) throws -> Set<Element> {
        try decode(from: NestedValue(jsonText: try row.text()))
    }

    public func nested() throws -> NestedValue {
        let elements = try map { element in
            let nested = try element.nested()
            return (nested, text: nested.jsonText)
        }
        let sorted = elements.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
        return NestedValue(.array(sorted.map(\.0)))
    }

    public static func decode(from nested: NestedValue) throws -> Set<Element> {
        Set(try nested.elements().map { try Element.decode(from: $0) })
    }
}
