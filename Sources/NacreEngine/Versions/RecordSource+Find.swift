package import NacreFormat

/// Point reads: by id, or by a value of a unique attribute.
extension RecordSource {
    package func find(_ id: Value, in definition: EntityDefinition) throws -> FoundRecord? {
        try findRecord(id, in: definition)
    }

    package func find(
        _ value: Value, by attribute: String, in definition: EntityDefinition
    ) throws -> FoundRecord? {
        try findRecord(value, by: attribute, in: definition)
    }

    func findRecord(_ id: Value, in definition: EntityDefinition) throws -> FoundRecord? {
        try checkOpen()
        let schema = definition.schema
        return try find(id, of: schema.idOrdinal, in: schema, by: roots(of: schema.number).ids)
    }

    func findRecord(
        _ value: Value, by attribute: String, in definition: EntityDefinition
    ) throws -> FoundRecord? {
        let schema = definition.schema
        guard let ordinal = schema.ordinal(of: attribute) else {
            let names = schema.attributes.map { "'\($0.name)'" }.joined(separator: ", ")
            throw StoreError(
                .unknownAttribute,
                "'\(schema.name)' has no attribute '\(attribute)'. It has \(names).")
        }
        if ordinal == schema.idOrdinal { return try findRecord(value, in: definition) }
        try checkOpen()
        guard let unique = definition.uniques.first(where: { $0.ordinal == ordinal }) else {
            throw StoreError(
                .schemaMismatch,
                "'\(attribute)' of '\(schema.name)' is not unique in this store. Fetch with a"
                    + " filter instead.")
        }
        return try find(value, by: unique, in: definition)
    }

    func find(
        _ value: Value, by unique: IndexDefinition, in definition: EntityDefinition
    ) throws -> FoundRecord? {
        try find(value, of: unique.ordinal, in: definition.schema, by: tree(unique.slot))
    }

    private func find(
        _ value: Value, of ordinal: Int, in schema: EntitySchema, by tree: Tree
    ) throws -> FoundRecord? {
        let type = schema.attributes[ordinal].type
        guard IDKey.takes(value, as: type) else { return nil }
        let key = idKey(value)
        let rows = roots(of: schema.number).rows
        var found: FoundRecord?
        try tree.forEach(from: TreeEntry(key: key, row: 0)) { entry in
            guard entry.key == key else { return false }
            let candidate = try record(
                at: Position(rows[entry.row]), row: RowNumber(entry.row), of: schema.number,
                verifying: true)
            // A hash can be shared: then the record decides.
            if !IDKey.isExact(type) {
                let other = try self.value(of: ordinal, in: schema, of: candidate)
                guard IDKey.areSame(value, other) else { return true }
            }
            found = candidate
            return false
        }
        return found
    }
}
