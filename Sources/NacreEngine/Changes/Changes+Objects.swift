package import NacreFormat

/// Adds and replaces objects. Each call takes effect as a whole or not at all: after an error none
/// of its effects remain, and the change may continue.
///
/// An object is passed as a record that the caller has filled in, or as untyped values, which are
/// set in such a record first.
extension Changes {
    // MARK: Values

    /// Adds an object.
    /// - Parameter values: The values in schema order. A null object id is replaced by a new one.
    /// - Returns: The object's id.
    @discardableResult
    package func insert(_ values: [Value], into entity: String) throws -> Value {
        let definition = try definition(entity)
        let draft = try draft(values, definition, makingID: true)
        try insert(draft, into: definition)
        return try id(of: draft, definition)
    }

    /// Replaces the values of an existing object.
    package func update(_ values: [Value], of entity: String) throws {
        let definition = try definition(entity)
        try update(try draft(values, definition, makingID: false), of: definition)
    }

    /// Updates the object with this id, or inserts it.
    /// - Returns: Whether it was inserted.
    @discardableResult
    package func save(_ values: [Value], in entity: String) throws -> Bool {
        let definition = try definition(entity)
        return try save(try draft(values, definition, makingID: true), in: definition)
    }

    /// Runs a part of the change in which an object is written even if that leaves it unchanged, so
    /// that it has a revision.
    package func writingUnchanged<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        writesUnchanged = true
        defer { writesUnchanged = false }
        return try body()
    }

    // MARK: Records

    /// Returns an empty record to fill in for an object of an entity. The writer owns it: the next
    /// call for the same entity empties it.
    package func emptyDraft(_ definition: EntityDefinition) throws(StoreError) -> RecordBuilder {
        guard let draft = writer.builder(definition) else {
            throw StoreError(
                .schemaMismatch, "The entity '\(definition.schema.name)' has no layout.")
        }
        draft.reset()
        return draft
    }

    /// Returns a record with the values of an object, to be changed and then written. Its external
    /// values are not read.
    /// - Parameter omitted: The ordinals of attributes that the caller sets: zero or empty.
    /// - Returns: nil if the object has an older layout, or if an index needs one of its external
    ///   values.
    package func draft(
        of found: FoundRecord, _ definition: EntityDefinition, without omitted: [Int]
    ) throws(StoreError) -> RecordBuilder? {
        let draft = try emptyDraft(definition)
        guard draft.layout === found.layout else { return nil }
        draft.copy(found.record, without: omitted)
        let external = Set(draft.keptExternals.keys)
        if external.isEmpty { return draft }
        let needed = definition.indexes.flatMap(\.ordinals).filter {
            draft.layout.slots[$0].type.isVariable
                && external.contains(draft.layout.slots[$0].place)
        }
        return needed.isEmpty ? draft : nil
    }

    /// Returns an id that no object of the entity has.
    package func makeObjectID(in definition: EntityDefinition) throws -> UInt64 {
        while true {
            let id = writer.objectIDs.next()
            if try find(.objectID(id), in: definition) == nil { return id }
        }
    }

    /// Adds the object whose id and values the record holds.
    package func insert(_ draft: RecordBuilder, into definition: EntityDefinition) throws {
        guard try isCurrent(definition, draft) else {
            return try insert(draft, into: current(definition, draft))
        }
        let id = try id(of: draft, definition)
        let key = idKey(id)
        try writer.withEntity(definition.schema.number) { head in
            guard try head.ids.isBehindAll(key) || find(id, in: definition) == nil else {
                throw duplicateID(id, definition)
            }
            try put(draft, definition, key, head, replacing: nil)
        }
    }

    private func duplicateID(_ id: Value, _ definition: EntityDefinition) -> StoreError {
        let object = ErrorObject(
            entity: definition.schema.name, attributes: [definition.schema.idAttribute.name],
            id: FilterText.literal(id))
        return StoreError(
            .duplicateID,
            "There is an object of '\(object.entity)' with this id already. Update it, or save"
                + " instead of insert."
        ).about(object.entity, object.attributes, id: object.id).with(obstacle: object)
    }

    /// Replaces the object with the record's id.
    package func update(_ draft: RecordBuilder, of definition: EntityDefinition) throws {
        guard try isCurrent(definition, draft) else {
            return try update(draft, of: current(definition, draft))
        }
        let id = try id(of: draft, definition)
        guard let old = try find(id, in: definition) else {
            throw StoreError(
                .noSuchObject,
                "There is no object of '\(definition.schema.name)' with this id.")
        }
        try update(draft, of: definition, replacing: old)
    }

    /// Replaces an object that the caller has found in this change.
    /// - Parameters:
    ///   - draft: The new record, with the object's id.
    ///   - definition: The object's entity.
    ///   - old: The object's present record.
    package func update(
        _ draft: RecordBuilder, of definition: EntityDefinition, replacing old: FoundRecord
    ) throws {
        guard try isCurrent(definition, draft) else {
            return try update(draft, of: current(definition, draft))
        }
        try writer.withEntity(definition.schema.number) { head in
            try put(draft, definition, nil, head, replacing: old)
        }
    }

    /// Replaces the object with the record's id, or adds it.
    /// - Returns: Whether it was added.
    @discardableResult
    package func save(_ draft: RecordBuilder, in definition: EntityDefinition) throws -> Bool {
        guard try isCurrent(definition, draft) else {
            return try save(draft, in: current(definition, draft))
        }
        let id = try id(of: draft, definition)
        let key = idKey(id)
        return try writer.withEntity(definition.schema.number) { head in
            let old = try head.ids.isBehindAll(key) ? nil : find(id, in: definition)
            try put(draft, definition, key, head, replacing: old)
            return old == nil
        }
    }

    // MARK: Records from values

    private func draft(
        _ values: [Value], _ definition: EntityDefinition, makingID: Bool
    ) throws -> RecordBuilder {
        let schema = definition.schema
        guard values.count == schema.attributes.count else {
            throw StoreError(
                .invalidValue,
                "'\(schema.name)' has \(schema.attributes.count.counted("attribute")), not"
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

    /// Whether a definition and its draft are current, as they nearly always are. In that case the
    /// caller passes no objects on, which would cost retains and releases.
    private func isCurrent(
        _ definition: EntityDefinition, _ draft: RecordBuilder
    ) throws(StoreError) -> Bool {
        try checkOpen()
        return writer.catalog.has(definition) && draft.layout === definition.layout
    }

    /// Returns the current definition: the caller's may predate a schema change.
    /// - Parameter draft: A draft that must have the current layout.
    func current(
        _ definition: EntityDefinition, _ draft: RecordBuilder? = nil
    ) throws(StoreError) -> EntityDefinition {
        try checkOpen()
        // They differ only after a schema change.
        let isCurrent = writer.catalog.has(definition)
        let current = isCurrent ? definition : try self.definition(definition.schema.name)
        if let draft, draft.layout !== current.layout {
            throw StoreError(
                .schemaMismatch,
                "The object was made for another schema than '\(definition.schema.name)' has now."
                    + " Make it again with the new schema.")
        }
        return current
    }

    private func invalid(
        _ error: RecordBuilder.ValueError, _ definition: EntityDefinition
    ) -> StoreError {
        invalid(error.found, for: error.ordinal, definition)
    }

    /// Returns the error of a value that an attribute cannot hold.
    func invalid(
        _ value: Value, for ordinal: Int, _ definition: EntityDefinition
    ) -> StoreError {
        let attribute = definition.schema.attributes[ordinal]
        let kind = attribute.type.name + (attribute.isNullable ? " or null" : "")
        return StoreError(
            .invalidValue,
            "'\(attribute.name)' of '\(definition.schema.name)' takes \(kind), and a value of kind"
                + " \(value.kindName) was given, or one out of range.")
    }

    // MARK: Writing

    /// Writes the record, its index entries and its references, if it differs from the stored one.
    /// - Parameter key: The key of the object's id. Used for a new object only.
    private func put(
        _ draft: RecordBuilder, _ definition: EntityDefinition, _ key: UInt64?,
        _ head: EntityHead, replacing old: FoundRecord?
    ) throws {
        if let old, try isStored(draft, as: old, definition), !writesUnchanged { return }
        // Every check that can fail runs before anything is written.
        let moves = try entryMoves(to: draft, definition, replacing: old)
        let missing = try missingReferences(of: draft, definition, replacing: old)
        let former = old.map { FormerRecord($0) }
        let row: UInt32
        if draft.hasLongValues || former?.externals.isEmpty == false {
            row = try savepoint { try writeLong(draft, definition, head, replacing: former) }
        } else {
            row = try write(draft, nil, head, replacing: former)
        }
        if former == nil {
            guard let key else { preconditionFailure("a new object has the key of its id") }
            head.ids.insert(TreeEntry(key: key, row: row), isAwaited: true)
        }
        make(moves, of: row)
        for attribute in missing {
            pendingReferences.append(
                PendingReference(
                    entity: definition.schema.number, row: row, attribute: attribute))
        }
        changeCount += 1
    }

    /// Writes an object's record and the records of its long values, and removes its former long
    /// values. The disk can become full between two records, so the caller makes a savepoint.
    /// - Returns: The object's row.
    private func writeLong(
        _ draft: RecordBuilder, _ definition: EntityDefinition, _ head: EntityHead,
        replacing former: FormerRecord?
    ) throws -> UInt32 {
        let externals = try storeExternals(of: draft, definition, replacing: former)
        let row = try write(draft, externals, head, replacing: former)
        if let former {
            let kept = Set(externals.values)
            try removeExternals(former.externals.values.filter { !kept.contains($0) }.map(\.row))
        }
        return row
    }

    /// Writes an object's record.
    /// - Parameter externals: The references to values that are records of their own, by place; nil
    ///   if there are none.
    /// - Returns: The object's row.
    private func write(
        _ draft: RecordBuilder, _ externals: [Int: ExternalReference]?, _ head: EntityHead,
        replacing former: FormerRecord?
    ) throws -> UInt32 {
        let row = try former?.row.rawValue ?? takeRow(head)
        let position: Position
        do {
            position = try appendRecord(draft, row: RowNumber(row), externals: externals)
        } catch {
            if former == nil { head.giveBack(row) }
            throw error
        }
        head.setRow(row, to: position.rawValue)
        if let former {
            if isOfThisChange(former.place.position) { mayCancelOut = true }
            writer.recordDied(former.place)
        }
        return row
    }
}

extension RecordBuilder {
    /// Whether some values may not fit into the record.
    fileprivate var hasLongValues: Bool { variablesSize > Format.inlineValueSizeMax }
}
