internal import NacreFormat

/// The keys of objects in the trees of their entity.
extension RecordSource {
    /// Returns the keys that an object has in a tree.
    func keys(
        of index: IndexDefinition, in schema: StoredSchema, of found: FoundRecord
    ) throws -> EntryKeys {
        if let key = index.textKey(of: found, schema) { return .one(key) }
        if index.isOfOneValue {
            return index.keys(of: try value(of: index.ordinal, in: schema, of: found), idKey)
        }
        let values = try index.ordinals.map { try value(of: $0, in: schema, of: found) }
        return index.keys(of: values, idKey)
    }

    /// Returns the keys that an object has in a tree of its entity.
    /// - Parameter place: The position of the index among the entity's.
    func keys(
        at place: Int, of found: FoundRecord, _ definition: EntityDefinition
    ) throws -> EntryKeys {
        if let plain = definition.plainKeys[place], found.record.layout == definition.layout?.id,
            let keys = plain.keys(in: found.record)
        {
            return keys
        }
        return try keys(of: definition.indexes[place], in: definition.schema, of: found)
    }

    /// Returns the keys that an object has in the trees of its entity, in their order.
    func keys(
        of found: FoundRecord, _ definition: EntityDefinition
    ) throws -> [EntryKeys] {
        try definition.indexes.indices.map { try keys(at: $0, of: found, definition) }
    }
}
