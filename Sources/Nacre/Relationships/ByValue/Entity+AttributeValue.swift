internal import NacreFormat

/// An entity by value, as a property of another one: stored as a reference to its object, which is
/// saved and read with the one that has the property.
extension Entity {
    /// What the store keeps for a value: its id.
    public static var attributeType: AttributeType {
        guard let type = idType else { return storedIDType }
        return AttributeType(type, reference: Self.self, isHeld: true)
            .behind(idCoding?.stages ?? [])
    }

    /// Writes the id into the next slots of a record, and has the object saved with the record's.
    public func encode(into row: inout RowEncoder) throws {
        row.held?.add(self)
        try Self.encodeID(id, into: &row)
    }

    /// Reads the object whose id stands in the next slots of a record.
    /// - Throws: if there is no such object.
    public static func decode(from row: inout RowDecoder) throws -> Self {
        guard let object = try decodeIfThere(from: &row) else { throw missing }
        return object
    }

    /// Reads the object whose id stands in the next slots of a record; nil if there is none.
    public static func decodeIfThere(from row: inout RowDecoder) throws -> Self? {
        let id = try decodeID(from: &row)
        return try row.held?.object(Self.self, storedID(id).value)
    }

    /// The id as an element of a collection, and the object to be saved.
    public func nested() throws -> NestedValue {
        NestedValue(.entity(self, id: try Self.storedID(id).value))
    }

    /// The object whose id is an element of a collection.
    /// - Throws: if there is no such object.
    public static func decode(from nested: NestedValue) throws -> Self {
        guard let object = try decodeIfThere(from: nested) else { throw missing }
        return object
    }

    /// The object whose id is an element of a collection; nil if there is none.
    public static func decodeIfThere(from nested: NestedValue) throws -> Self? {
        guard let type = idType else { return nil }
        return try nested.held?.object(Self.self, try nested.value(as: type))
    }

    private static var missing: RowError { .missingObject(entity: entityName) }
}
