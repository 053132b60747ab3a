internal import NacreFormat

/// An object of any entity of a store.
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

    /// For errors.
    var idText: String { NestedValue(.value(id)).jsonText }
}

/// Where an object of any entity stands.
struct HeldRow: Hashable {
    let entity: EntityNumber
    let row: RowNumber
}

/// An attribute that holds objects.
struct HeldPlace: Sendable {
    /// Of the attribute, in the entity's schema.
    let ordinal: Int
    /// Of the objects.
    let type: any Entity.Type
    /// Of their ids.
    let idType: StoredType
    /// Whether it is a set.
    let isSorted: Bool
}
