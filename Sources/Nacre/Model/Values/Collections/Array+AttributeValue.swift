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
    public func encode(into row: inout ObjectEncoder) throws {
        guard let scalar = Element.attributeType.scalar else {
            row.store(list: try nested())
            return
        }
        let held = row.held
        let values = try map { try $0.nested().value(as: .scalar(scalar), held) }
        try row.store(.array(values))
    }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout ObjectDecoder) throws -> [Element] {
        guard let scalar = Element.attributeType.scalar else {
            return try decode(from: row.list())
        }
        guard case .array(let values) = try row.value(.array(of: scalar)) else {
            throw AttributeError.damaged
        }
        let held = row.held
        return try values.compactMap {
            try Element.decodeIfThere(from: NestedValue(.value($0), held))
        }
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
