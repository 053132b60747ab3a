package import NacreFormat

/// Adding, replacing and deleting objects. Each call is done or not done: after an error nothing of
/// it is left, and the change may go on.
///
/// An object comes as a record that its caller has filled in, or as untyped values, which fill one
/// in: there is one way from there on.
extension Changes {
    // MARK: Values

    /// Adds an object.
    /// - Parameter values: in the schema's order. A null object id is made here.
    /// - Returns: the id.
    @discardableResult
    package func insert(_ values: [Value], into entity: String) throws -> Value {
        let definition = try definition(entity)
        let draft = try draft(values, definition, makingID: true)
        try insert(draft, into: definition)
        return try id(of: draft, definition)
    }

    /// Replaces the values of an object that exists.
    package func update(_ values: [Value], of entity: String) throws {
        let definition = try definition(entity)
        try update(try draft(values, definition, makingID: false), of: definition)
    }

    /// Updates the object with this id, or inserts it.
    /// - Returns: whether it was inserted.
    @discardableResult
    package func save(_ values: [Value], in entity: String) throws -> Bool {
        let definition = try definition(entity)
        return try save(try draft(values, definition, makingID: true), in: definition)
    }

    /// Deletes the object with this id.
    /// - Returns: false if there is none.
    @discardableResult
    package func delete(_ id: Value, from entity: String) throws -> Bool {
        try delete(id, from: try definition(entity))
    }

    // MARK: Records

    /// A record to fill in for an object of an entity, which the writer keeps: the next call for
    /// the entity empties it.
    package func emptyDraft(_ definition: EntityDefinition) throws(StoreError) -> RecordBuilder {
        guard let layout = definition.layout else {
            throw StoreError(
                .schemaMismatch, "The entity '\(definition.schema.name)' has no layout.")
        }
        let draft = writer.builder(layout)
        draft.reset()
        return draft
    }

    /// An id that no object of the entity has.
    package func makeObjectID(in definition: EntityDefinition) throws -> UInt64 {
        while true {
            let id = writer.objectIDs.next()
            if try find(.objectID(id), in: definition) == nil { return id }
        }
    }

    /// Adds the object of a record that has its id.
    package func insert(_ draft: RecordBuilder, into definition: EntityDefinition) throws {
        try check(draft, definition)
        guard try find(try id(of: draft, definition), in: definition) == nil else {
            throw StoreError(
                .duplicateID,
                "There is an object of '\(definition.schema.name)' with this id already. Update it,"
                    + " or save instead of insert.")
        }
        try put(draft, definition, replacing: nil)
    }

    /// Replaces the object with the record's id.
    package func update(_ draft: RecordBuilder, of definition: EntityDefinition) throws {
        try check(draft, definition)
        guard let old = try find(try id(of: draft, definition), in: definition) else {
            throw StoreError(
                .noSuchObject,
                "There is no object of '\(definition.schema.name)' with this id.")
        }
        try put(draft, definition, replacing: old)
    }

    /// Replaces the object with the record's id, or adds it.
    /// - Returns: whether it was added.
    @discardableResult
    package func save(_ draft: RecordBuilder, in definition: EntityDefinition) throws -> Bool {
        try check(draft, definition)
        let old = try find(try id(of: draft, definition), in: definition)
        try put(draft, definition, replacing: old)
        return old == nil
    }

    /// Deletes the object with this id.
    /// - Returns: false if there is none.
    @discardableResult
    package func delete(_ id: Value, from definition: EntityDefinition) throws -> Bool {
        guard let old = try find(id, in: definition) else { return false }
        let former = FormerRecord(old)
        let number = Int(definition.schema.number.rawValue)
        let row = former.row.rawValue
        let key = idKey(id)
        try removeExternals(former.externals.values.map(\.row))
        try tombstone(row: former.row, layout: former.layout, idKey: key)
        writer.roots[number].rows.set(row, to: 0, pool: writer.pool)
        writer.roots[number].ids.remove(TreeEntry(key: key, row: row), pool: writer.pool)
        writer.rows[number].giveBack(row)
        changeCount += 1
        return true
    }

    // MARK: From values to records

    private func draft(
        _ values: [Value], _ definition: EntityDefinition, makingID: Bool
    ) throws -> RecordBuilder {
        let schema = definition.schema
        guard values.count == schema.attributes.count else {
            throw StoreError(
                .invalidValue,
                "'\(schema.name)' has \(schema.attributes.count) attributes, not"
                    + " \(values.count).")
        }
        let draft = try emptyDraft(definition)
        var values = values
        if makingID, values[schema.idOrdinal].isNull,
            schema.idAttribute.type == .scalar(.objectID)
        {
            values[schema.idOrdinal] = .objectID(try makeObjectID(in: definition))
        }
        do throws(RecordBuilder.ValueError) { try draft.set(values) } catch {
            throw invalid(error, definition)
        }
        return draft
    }

    private func id(
        of draft: RecordBuilder, _ definition: EntityDefinition
    ) throws(StoreError) -> Value {
        try value(definition.schema.idOrdinal, of: draft, definition)
    }

    func value(
        _ ordinal: Int, of draft: RecordBuilder, _ definition: EntityDefinition
    ) throws(StoreError) -> Value {
        do throws(RecordBuilder.ValueError) { return try draft.value(ordinal) } catch {
            throw invalid(error, definition)
        }
    }

    private func check(
        _ draft: RecordBuilder, _ definition: EntityDefinition
    ) throws(StoreError) {
        try checkOpen()
        guard draft.layout.id == definition.layout?.id else {
            throw StoreError(
                .schemaMismatch,
                "The object was made for another layout than that of '\(definition.schema.name)'."
                    + " Make it again after the schema has changed.")
        }
    }

    private func invalid(
        _ error: RecordBuilder.ValueError, _ definition: EntityDefinition
    ) -> StoreError {
        let attribute = definition.schema.attributes[error.ordinal]
        let kind = attribute.type.name + (attribute.isNullable ? " or null" : "")
        return StoreError(
            .invalidValue,
            "'\(attribute.name)' of '\(definition.schema.name)' takes \(kind), and a value of kind"
                + " \(error.found.kindName) was given, or one out of range.")
    }

    // MARK: Writing

    private func put(
        _ draft: RecordBuilder, _ definition: EntityDefinition, replacing old: FoundRecord?
    ) throws {
        let former = old.map { FormerRecord($0) }
        let number = Int(definition.schema.number.rawValue)
        let key = former == nil ? idKey(try id(of: draft, definition)) : 0
        let externals = try storeExternals(draft, definition, replacing: former)
        let row = try former?.row.rawValue ?? takeRow(number)
        let position: Position
        do {
            position = try appendRecord(.put, size: draft.size(externals: externals)) {
                draft.append(row: RowNumber(row), externals: externals, to: $0)
            }
        } catch {
            if former == nil { writer.rows[number].giveBack(row) }
            // The change may go on without the object, and then without its long values.
            let kept = former.map { Set($0.externals.values) } ?? []
            try? removeExternals(externals.values.filter { !kept.contains($0) }.map(\.row))
            throw error
        }
        writer.roots[number].rows.set(row, to: position.rawValue, pool: writer.pool)
        if let former {
            let kept = Set(externals.values)
            try removeExternals(former.externals.values.filter { !kept.contains($0) }.map(\.row))
        } else {
            writer.roots[number].ids.insert(TreeEntry(key: key, row: row), pool: writer.pool)
        }
        changeCount += 1
    }
}
