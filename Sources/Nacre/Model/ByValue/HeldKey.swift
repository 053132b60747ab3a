internal import NacreFormat

/// The key of an object of any entity of a store.
struct HeldKey: Hashable {
    let entity: EntityNumber
    let id: Value

    init(entity: EntityNumber, id: Value) {
        self.entity = entity
        self.id = id
    }

    init(_ reader: ObjectReader, _ id: Value) {
        self.init(entity: reader.definition.schema.number, id: id)
    }

    init<Owner: Entity>(of object: Owner, _ registry: EntityRegistry) throws(StoreError) {
        let reader = try registry.binding(Owner.self).reader
        self = try StoreError.typed { HeldKey(reader, try Owner.storedID(object.id).value) }
    }

    /// The id as text for errors.
    var idText: String { NestedValue(.value(id)).jsonText }
}

/// The row of an object of any entity.
struct HeldRow: Hashable {
    let entity: EntityNumber
    let row: RowNumber
}

/// An attribute that holds objects.
struct HeldPlace: Sendable {
    /// The attribute's ordinal in the entity's schema.
    let ordinal: Int
    /// The type of the objects.
    let type: any Entity.Type
    /// The stored type of their ids.
    let idType: StoredType
    /// Whether the attribute is a set.
    let isSorted: Bool
}
