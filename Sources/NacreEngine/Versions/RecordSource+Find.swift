package import NacreFormat

/// Point reads: by id, or by a value of a unique attribute.
extension RecordSource {
    /// The record of the object that has an id.
    package func find(_ id: Value, in definition: EntityDefinition) throws -> FoundRecord? {
        try checkOpen()
        let schema = definition.schema
        let roots = roots(of: schema.number)
        return try find(
            id, of: schema.idAttribute, at: schema.idOrdinal, in: roots.ids, rows: roots.rows)
    }

    /// The record of the object that has a value of a unique attribute, which may be the id. No
    /// object has null: any number of them may.
    package func find(
        _ value: Value, by attribute: AttributeID, in definition: EntityDefinition
    ) throws -> FoundRecord? {
        if attribute == definition.schema.idAttribute.id { return try find(value, in: definition) }
        try checkOpen()
        guard let unique = definition.uniques.first(where: { $0.attribute.id == attribute }) else {
            let name = definition.schema.attributes.first { $0.id == attribute }?.name
            throw StoreError(
                .schemaMismatch,
                "'\(name ?? "attribute \(attribute)")' of '\(definition.schema.name)' is not"
                    + " unique in this store. Fetch with a filter instead.")
        }
        return try find(value, by: unique, in: definition)
    }

    func find(
        _ value: Value, by unique: UniqueAttribute, in definition: EntityDefinition
    ) throws -> FoundRecord? {
        try find(
            value, of: unique.attribute, at: unique.ordinal, in: tree(unique.slot),
            rows: roots(of: definition.schema.number).rows)
    }

    private func find(
        _ value: Value, of attribute: AttributeSchema, at ordinal: Int, in tree: Tree,
        rows: RowTable
    ) throws -> FoundRecord? {
        guard IDKey.takes(value, as: attribute.type) else { return nil }
        let key = idKey(value)
        var found: FoundRecord?
        try tree.forEach(from: TreeEntry(key: key, row: 0)) { entry in
            guard entry.key == key else { return false }
            let candidate = try record(
                at: Position(rows[entry.row]), row: RowNumber(entry.row), verifying: true)
            // A hash can be shared: then the record decides.
            if !IDKey.isExact(attribute.type) {
                let other = try self.value(of: attribute, at: ordinal, in: candidate)
                guard IDKey.areSame(value, other) else { return true }
            }
            found = candidate
            return false
        }
        return found
    }
}
