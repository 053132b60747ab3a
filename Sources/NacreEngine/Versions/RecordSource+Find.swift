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
        let ids = roots(of: definition.schema.number).ids
        return try find(id, of: definition.schema.idOrdinal, in: definition, by: ids)
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
        try find(value, of: unique.ordinal, in: definition, by: tree(unique.slot))
    }

    /// The object that has these values of an index that is unique.
    /// - Parameter values: of ``IndexDefinition/ordinals``.
    func find(
        _ values: [Value], by unique: IndexDefinition, in definition: EntityDefinition
    ) throws -> FoundRecord? {
        if values.count == 1 { return try find(values[0], by: unique, in: definition) }
        guard zip(values, unique.attributes).allSatisfy({ IDKey.takes($0, as: $1.type) }) else {
            return nil
        }
        let schema = definition.schema
        let key = idKey(values)
        var found: FoundRecord?
        try tree(unique.slot).forEach(from: TreeEntry(key: key, row: 0)) { entry in
            guard entry.key == key else { return false }
            let candidate = try record(
                at: Position(roots(of: schema.number).rows[entry.row]), row: RowNumber(entry.row),
                of: schema.number, verifying: true)
            let others = try unique.ordinals.map { try value(of: $0, in: schema, of: candidate) }
            guard IDKey.areSame(values, others) else { return true }
            found = candidate
            return false
        }
        return found
    }

    private func find(
        _ value: Value, of ordinal: Int, in definition: EntityDefinition, by tree: Tree
    ) throws -> FoundRecord? {
        let type = definition.schema.attributes[ordinal].type
        guard IDKey.takes(value, as: type) else { return nil }
        let key = idKey(value)
        guard let first = tree.first(atOrAfter: TreeEntry(key: key, row: 0)), first.key == key
        else { return nil }
        let entity = definition.schema.number
        let rows = roots(of: entity).rows
        func record(_ row: UInt32) throws(StoreError) -> FoundRecord {
            try self.record(
                at: Position(rows[row]), row: RowNumber(row), of: entity, verifying: true)
        }
        if IDKey.isExact(type) {
            let found = try record(first.row)
            try check(found, has: value, of: ordinal, in: definition.schema)
            return found
        }
        // A hash can be shared: then the record decides.
        var found: FoundRecord?
        try tree.forEach(from: first) { entry in
            guard entry.key == key else { return false }
            let candidate = try record(entry.row)
            let other = try self.value(of: ordinal, in: definition.schema, of: candidate)
            guard IDKey.areSame(value, other) else { return true }
            found = candidate
            return false
        }
        return found
    }

    /// A tree that was read from a checkpoint may be wrong though its checksums are right: no
    /// object is taken for another one.
    private func check(
        _ found: FoundRecord, has value: Value, of ordinal: Int, in schema: EntitySchema
    ) throws {
        guard checkedRows != nil else { return }
        guard IDKey.areSame(try self.value(of: ordinal, in: schema, of: found), value) else {
            throw damaged(found.position, "an index leads to an object with another value")
        }
    }
}
