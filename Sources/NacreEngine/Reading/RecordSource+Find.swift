package import NacreFormat

/// Point reads: by id, or by a value of a unique attribute.
extension RecordSource {
    package func find(_ value: Value, by finder: UniqueFinder) throws -> FoundRecord? {
        try findRecord(value, by: finder)
    }

    package func find(_ id: Value, in definition: EntityDefinition) throws -> FoundRecord? {
        try find(id, by: definition.idFinder)
    }

    package func find(
        _ value: Value, by attribute: String, in definition: EntityDefinition
    ) throws -> FoundRecord? {
        try definition.withFinder(of: attribute) { try find(value, by: $0) }
    }

    /// Returns the object that has these values of a unique index.
    /// - Parameter values: The values of ``IndexDefinition/ordinals``.
    func find(
        _ values: [Value], by unique: IndexDefinition, in definition: EntityDefinition
    ) throws -> FoundRecord? {
        if unique.kind == .unique {
            return try find(values[0], by: definition.finder(of: unique))
        }
        let own = Array(values.prefix(unique.attributes.count))
        return try soleHolder(
            of: own, unique.slot, Array(unique.keyOrdinals), definition.schema)
    }

    /// Returns the object that has a value of an attribute, among those that match the condition of
    /// its index.
    /// - Parameter index: An index with a condition, of this attribute alone.
    package func find(
        _ value: Value, among index: IndexDefinition, in definition: EntityDefinition
    ) throws -> FoundRecord? {
        value.isNull ? nil : try find([value], by: index, in: definition)
    }

    /// Returns the object that has some values of a unique index.
    /// - Throws: `uniqueViolation` if two objects have them, as is possible in a pending change.
    private func soleHolder(
        of values: [Value], _ slot: Int, _ ordinals: [Int], _ schema: StoredSchema
    ) throws -> FoundRecord? {
        var found: FoundRecord?
        try forEachHolder(of: values, slot, ordinals, schema) { holder in
            if let found { throw try sharing(ordinals, by: found, holder, schema) }
            found = holder
            return mayShareUniqueValues
        }
        // A damaged tree may seem empty.
        try checkOpen()
        return found
    }

    /// Calls `body` with each object that has some values of a unique index, until it returns
    /// false. There is more than one only if ``mayShareUniqueValues``.
    /// - Parameter values: The values of the index's attributes, none of them null; others after
    ///   them are ignored.
    func forEachHolder(
        of values: [Value], _ unique: IndexDefinition, _ definition: EntityDefinition,
        _ body: (FoundRecord) throws -> Bool
    ) throws {
        let own = Array(values.prefix(unique.attributes.count))
        try forEachHolder(
            of: own, unique.slot, Array(unique.keyOrdinals), definition.schema, body)
    }

    private func forEachHolder(
        of values: [Value], _ slot: Int, _ ordinals: [Int], _ schema: StoredSchema,
        _ body: (FoundRecord) throws -> Bool
    ) throws {
        let attributes = ordinals.map { schema.attributes[$0] }
        guard zip(values, attributes).allSatisfy({ IDKey.takes($0, as: $1.type) }) else { return }
        let hash = values.count == 1 ? idKey(values[0]) : idKey(values)
        let key = UniqueKey(hash, slot: slot, of: schema.number)
        let rows = rows(of: schema.number)
        let isExact = attributes.count == 1 && IDKey.isExact(attributes[0].type)
        try forEachRow(of: key) { row in
            let candidate = try record(
                at: Position(rows[row]), row: RowNumber(row), of: schema.number, verifying: true)
            if isExact { return try body(candidate) }
            // Values can share a hash, so the record decides.
            let others = try ordinals.map { try value(of: $0, in: schema, of: candidate) }
            return values == others ? try body(candidate) : true
        }
    }

    /// Returns the error for two objects that have the same values of a unique index.
    func sharing(
        _ ordinals: [Int], by first: FoundRecord, _ second: FoundRecord, _ schema: StoredSchema
    ) throws -> StoreError {
        let ids = try [first, second].map { FilterText.literal(try id(of: $0)) }
        let names = ordinals.map { schema.attributes[$0].name }
        return StoreError(
            .uniqueViolation,
            "Two objects of '\(schema.name)' have the same \(Self.uniqueName(names)): those with"
                + " the ids \(ids[0]) and \(ids[1]). "
                + (isUnchanging
                    ? "They had it in this former state, in which a filter finds both."
                    : "Change or delete one of them in the same change.")
        ).about(schema.name, names, id: ids[1])
            .with(obstacle: ErrorObject(entity: schema.name, attributes: names, id: ids[0]))
    }

    /// Returns the names of unique attributes, as a part of a sentence.
    static func uniqueName(_ attributes: [String]) -> String {
        "'\(attributes.joined(separator: ", "))', which"
            + (attributes.count == 1 ? " is unique" : " are unique together")
    }

    /// Calls `body` with the rows that a unique index has for a key, until it returns false.
    @inline(__always)
    func forEachRow(of key: UniqueKey, _ body: (UInt32) throws -> Bool) rethrows {
        var place: Int?
        while let row = nextPendingRow(of: key, &place) {
            guard try body(row) else { return }
        }
        try settledTree(of: key).forEach(from: TreeEntry(key: key.key, row: 0)) { entry in
            guard entry.key == key.key else { return false }
            return try isLeaving(entry.row, of: key) || body(entry.row)
        }
    }

    /// Returns whether a unique index has a key.
    func hasKey(_ key: UniqueKey) -> Bool {
        var hasKey = false
        forEachRow(of: key) { _ in
            hasKey = true
            return false
        }
        return hasKey
    }

    func findRecord(_ value: Value, by finder: UniqueFinder) throws -> FoundRecord? {
        try limit?.check()
        try checkOpen()
        guard IDKey.takes(value, as: finder.type) else { return nil }
        if mayShareUniqueValues, finder.slot >= 0 {
            return try soleHolder(of: [value], finder.slot, [finder.ordinal], finder.schema)
        }
        let key = UniqueKey(idKey(value), slot: finder.slot, of: finder.entity)
        let rows = rows(of: finder.entity)
        guard finder.isExact else {
            // Values can share a hash, so the record decides.
            var found: FoundRecord?
            try forEachRow(of: key) { row in
                let candidate = try record(at: Position(rows[row]), row: row, by: finder)
                guard try has(candidate, value, by: finder) else { return true }
                found = candidate
                return false
            }
            return found
        }
        if let found = try likelyRecord(of: key, rows, by: finder) { return found }
        var place: Int?
        if let row = nextPendingRow(of: key, &place) {
            return try record(at: Position(rows[row]), row: row, by: finder)
        }
        let first = settledTree(of: key).first(atOrAfter: TreeEntry(key: key.key, row: 0))
        guard let first, first.key == key.key, !isLeaving(first.row, of: key) else { return nil }
        let found = try record(at: Position(rows[first.row]), row: first.row, by: finder)
        // A tree read from a checkpoint may be wrong even if its checksums are right. Checked so
        // that no object is mistaken for another one.
        let mayBeWrong = checkedRows != nil
        guard mayBeWrong, !finder.hasKey(key.key, in: found.record, idKey) else { return found }
        guard try has(found, value, by: finder) else {
            throw damaged(found.position, "an index leads to an object with another value")
        }
        return found
    }

    /// Returns the record of the row that a key probably has, if it has the key.
    @inline(__always)
    private func likelyRecord(
        of key: UniqueKey, _ rows: RowTable, by finder: UniqueFinder
    ) throws(StoreError) -> FoundRecord? {
        guard isOfOneState, let row = settledTree(of: key).likelyRow(of: key.key) else {
            return nil
        }
        let position = Position(rows[row])
        guard position != .none, let record = usualRecord(at: position, by: finder),
            finder.hasKey(key.key, in: record, idKey)
        else { return nil }
        return try checked(record, at: position, row: row, by: finder)
    }

    private func has(
        _ found: FoundRecord, _ value: Value, by finder: UniqueFinder
    ) throws -> Bool {
        try self.value(of: finder.ordinal, in: finder.schema, of: found) == value
    }

    /// Returns the record of an object. A usual record is checked quickly; otherwise the general
    /// path reports the damage, if there is any.
    @inline(__always)
    private func record(
        at position: Position, row: UInt32, by finder: UniqueFinder
    ) throws(StoreError) -> FoundRecord {
        try checked(usualRecord(at: position, by: finder), at: position, row: row, by: finder)
    }

    /// Returns the checked record of an object.
    /// - Parameter record: The record at the position, if it is a usual one.
    @inline(__always)
    private func checked(
        _ record: RecordView?, at position: Position, row: UInt32, by finder: UniqueFinder
    ) throws(StoreError) -> FoundRecord {
        if let layout = unsafe finder.ownLayout, let record,
            record.computedCRC == record.storedCRC,
            unsafe isKnown(
                record, at: position, row: RowNumber(row), of: finder.entity, layout)
        {
            return unsafe FoundRecord(record, layout, position, RowNumber(row))
        }
        return try self.record(
            at: position, row: RowNumber(row), of: finder.entity, verifying: true)
    }

    /// Returns the record at a position if it is a usual one. Checks nothing else about it.
    @inline(__always)
    private func usualRecord(at position: Position, by finder: UniqueFinder) -> RecordView? {
        if let segment = wholeSegment(position.segment) {
            UsualRecord.prefetchRest(at: position.offset, in: segment)
            return finder.usual?.record(at: position.offset, in: segment)
        }
        return bytes(at: position).flatMap { finder.usual?.record(at: 0, in: $0) }
    }

    /// Returns whether a record whose CRC is right is sound and belongs to the row. In segments
    /// that were checked, this is known; other records are checked once.
    @inline(__always)
    private func isKnown(
        _ record: RecordView, at position: Position, row: RowNumber, of entity: EntityNumber,
        _ layout: Unmanaged<Layout>
    ) -> Bool {
        if isChecked(position.segment) || isChecked(row, of: entity) { return true }
        guard record.kind == .put, record.row == row,
            unsafe (try? record.check(layout.takeUnretainedValue(), origin: position.offset)) != nil
        else { return false }
        setChecked(row, of: entity)
        return true
    }
}
