internal import NacreFormat

/// An entity by value, as a property of another one. It is stored as a reference to its object,
/// which is saved and read together with the owner of the property.
extension Entity {
    /// The stored type of a value: that of its id, as a reference.
    public static var attributeType: AttributeType {
        guard let type = idType else { return storedIDType }
        return AttributeType(type, reference: Self.self, isHeld: true)
            .behind(idCoding?.stages ?? [])
    }

    /// Writes the id into the next slots of a record, and registers the object to be saved with the
    /// record's object.
    public func encode(into row: inout ObjectEncoder) throws {
        row.held?.add(self)
        try Self.encodeID(id, into: &row)
    }

    /// Reads the object whose id is in the next slots of a record.
    /// - Throws: An error if there is no such object.
    public static func decode(from row: inout ObjectDecoder) throws -> Self {
        guard let object = try decodeIfThere(from: &row) else { throw missing }
        return object
    }

    /// Reads the object whose id is in the next slots of a record; nil if there is none.
    public static func decodeIfThere(from row: inout ObjectDecoder) throws -> Self? {
        let id = try decodeID(from: &row)
        return try row.held?.object(Self.self, storedID(id).value)
    }

    /// Returns the id as an element of a collection, together with the object to be saved.
    public func nested() throws -> NestedValue {
        NestedValue(.entity(self, id: try Self.storedID(id).value))
    }

    /// Returns the object whose id is an element of a collection.
    /// - Throws: An error if there is no such object.
    public static func decode(from nested: NestedValue) throws -> Self {
        guard let object = try decodeIfThere(from: nested) else { throw missing }
        return object
    }

    /// Returns the object whose id is an element of a collection; nil if there is none.
    public static func decodeIfThere(from nested: NestedValue) throws -> Self? {
        guard let type = idType else { return nil }
        return try nested.held?.object(Self.self, try nested.value(as: type))
    }

    private static var missing: AttributeError { .missingObject(entity: entityName) }
}
