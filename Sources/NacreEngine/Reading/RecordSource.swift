package import NacreFormat

/// A source for reading records at known positions: a catalog, and the bytes at positions.
package protocol RecordStorage {
    var catalog: Catalog { get }
    func bytes(at position: Position) -> ByteView?
    /// Returns whether the frames of a segment were checked when the store was opened.
    func isChecked(_ segment: SegmentNumber) -> Bool
    /// The records that were checked since, in segments that were not; nil if they are not tracked.
    var checkedRows: CheckedRows? { get }
    /// Returns whether the record of a row has been checked since.
    func isChecked(_ row: RowNumber, of entity: EntityNumber) -> Bool
    /// Notes that the record of a row was checked, if that is tracked.
    func setChecked(_ row: RowNumber, of entity: EntityNumber)
    /// Returns the position of an external value's record.
    func externalPosition(of row: RowNumber) -> Position
    /// Returns the path of a segment's file, for errors.
    func path(of segment: SegmentNumber) -> String
    /// The source of the objects that the records refer to.
    var objects: any RecordSource { get }
}

/// A source of objects, either a version or a pending change: its records, and the index roots that
/// lead to them.
package protocol RecordSource: RecordStorage {
    var idKey: IDKey { get }
    func roots(of entity: EntityNumber) -> EntityRoots
    /// Returns the row table of an entity.
    func rows(of entity: EntityNumber) -> RowTable
    /// Returns the tree of an index.
    /// - Parameter slot: The ``IndexDefinition/slot``.
    func tree(_ slot: Int) -> Tree
    /// Returns the tree of a unique index, excluding entries that a pending change has only
    /// buffered.
    func settledTree(of key: UniqueKey) -> Tree
    /// Returns the next row that a pending change has buffered for a key in that tree; nil after
    /// the last one.
    /// - Parameter place: Nil at first; then the state of the search.
    func nextPendingRow(of key: UniqueKey, _ place: inout Int?) -> UInt32?
    /// Returns whether a pending change has buffered the removal of a row from that tree.
    func isLeaving(_ row: UInt32, of key: UniqueKey) -> Bool
    /// Whether several objects may have the same values of a unique index: in a pending change,
    /// until it ends.
    var mayShareUniqueValues: Bool { get }
    /// Returns whether a tree exists: an index that was added over many objects is built later.
    /// - Parameter slot: The ``IndexDefinition/slot``.
    func isBuilt(_ slot: Int) -> Bool
    /// Whether all trees exist.
    var isAllBuilt: Bool { get }
    /// Returns the bytes of a segment, if they stay in one place as long as the source is valid;
    /// nil if each position must be looked up separately.
    func wholeSegment(_ number: SegmentNumber) -> ByteView?
    /// The columns; nil if row tables can change while they are read.
    var columns: ColumnStore? { get }
    /// Whether rows and trees are those of one state, so that an object with a row is in all trees.
    var isOfOneState: Bool { get }
    /// The limit of reads; nil for none.
    var limit: ReadLimit? { get }
    /// Whether the source is immutable, so that any number of threads may read it at once.
    var isUnchanging: Bool { get }
    /// The view that queries read.
    var view: StoreView { get }
    /// Throws if the source must not be read any more, such as a change after its end.
    func checkOpen() throws(StoreError)

    /// Returns the record of the object that has a value of the id, or of another unique attribute.
    /// Finds no object for null.
    func find(_ value: Value, by finder: UniqueFinder) throws -> FoundRecord?
}

extension RecordSource {
    package var objects: any RecordSource { self }

    package func externalPosition(of row: RowNumber) -> Position {
        Position(rows(of: .externalValue)[row.rawValue])
    }

    package func rows(of entity: EntityNumber) -> RowTable { roots(of: entity).rows }

    package func settledTree(of key: UniqueKey) -> Tree {
        key.slot < 0 ? roots(of: key.entity).ids : tree(key.slot)
    }

    package func nextPendingRow(of key: UniqueKey, _ place: inout Int?) -> UInt32? { nil }
    package func isLeaving(_ row: UInt32, of key: UniqueKey) -> Bool { false }

    package var mayShareUniqueValues: Bool { false }
    package func checkOpen() {}
    package func isBuilt(_ slot: Int) -> Bool { true }
    package var isAllBuilt: Bool { true }

    /// Returns the indexes of an entity that are built.
    func builtIndexes(of definition: EntityDefinition) -> [IndexDefinition] {
        isAllBuilt ? definition.indexes : definition.indexes.filter { isBuilt($0.slot) }
    }

    /// Returns an index that has one entry for each object, in the order of one attribute alone;
    /// nil if there is none that is built.
    func index(
        inOrderOf attribute: AttributeSchema, _ definition: EntityDefinition
    ) -> IndexDefinition? {
        builtIndexes(of: definition).first {
            !$0.isUnique && $0.isOfOneValue && $0.attribute.id == attribute.id
        }
    }

    package func wholeSegment(_ number: SegmentNumber) -> ByteView? { nil }
    package var columns: ColumnStore? { nil }
    package var isOfOneState: Bool { true }
    package var limit: ReadLimit? { nil }
    package var isUnchanging: Bool { false }

    package func definition(_ entity: String) throws(StoreError) -> EntityDefinition {
        try checkOpen()
        guard let definition = catalog[entity] else {
            let names = catalog.all.map(\.schema).filter { !$0.isOwn }.map(\.name)
            throw StoreError(
                .unknownEntity,
                "There is no entity '\(entity)'. "
                    + (names.isEmpty
                        ? "The store has none yet."
                        : "The store has: \(names.joined(separator: ", ")).")
            ).about(entity)
        }
        return definition
    }
}

extension RecordStorage {
    package func isChecked(_ row: RowNumber, of entity: EntityNumber) -> Bool {
        checkedRows?.contains(row, of: entity) ?? false
    }

    package func setChecked(_ row: RowNumber, of entity: EntityNumber) {
        checkedRows?.insert(row, of: entity)
    }

    /// Returns the record of an object at a position. If a checkpoint led to a frame that was not
    /// checked, the whole record is checked when it is first read.
    /// - Parameter verifying: Whether to check the record's own CRC in any case, as point reads do.
    func record(
        at position: Position, row: RowNumber, of entity: EntityNumber, verifying: Bool
    ) throws(StoreError) -> FoundRecord {
        guard let bytes = bytes(at: position), bytes.count >= RecordFields.size,
            let length = Int(exactly: bytes.load(UInt32.self, at: RecordFields.length.offset)),
            length >= RecordFields.size, length <= bytes.count
        else { throw damaged(position, "there is no record here") }
        let record = RecordView(trusted: bytes)
        let number = record.layout
        guard let layout = catalog.layout(number), layout.valuesOffset(record.flags) <= length
        else { throw damaged(position, "the record's layout \(number) is missing or does not fit") }
        let isUnknown = !isChecked(position.segment) && !isChecked(row, of: entity)
        if verifying || isUnknown, record.computedCRC != record.storedCRC {
            throw damaged(
                position,
                "the record's CRC should be \(record.computedCRC.hex),"
                    + " found \(record.storedCRC.hex)")
        }
        if isUnknown {
            try check(record, layout, position, row, entity)
            setChecked(row, of: entity)
        }
        return FoundRecord(record: record, layout: layout, position: position, row: row)
    }

    /// Checks the same properties as a replay does, for a record whose CRC is right.
    private func check(
        _ record: RecordView, _ layout: Layout, _ position: Position, _ row: RowNumber,
        _ entity: EntityNumber
    ) throws(StoreError) {
        guard record.kind == .put, record.row == row, layout.entity == entity else {
            throw damaged(position, "the record is not that of row \(row) of entity \(entity)")
        }
        do { try record.check(layout, origin: position.offset) } catch {
            throw damaged(position, error.description)
        }
    }

    /// Returns the error for a record whose bytes are damaged.
    package func damaged(_ position: Position, _ cause: String) -> StoreError {
        StoreError(
            .corrupt,
            "An object cannot be read: its bytes are damaged. Run 'nacre verify' for a full list.",
            file: path(of: position.segment), offset: position.offset, cause: cause)
    }

    package func id(of found: FoundRecord) throws -> Value {
        try value(found.layout.idOrdinal, of: found)
    }

    /// Returns one value, by its ordinal in the record's own layout.
    package func value(_ ordinal: Int, of found: FoundRecord) throws -> Value {
        do {
            return try RecordDecoder.value(
                ordinal, of: found.record, layout: found.layout, origin: found.position.offset,
                external: { reference in try self.external(reference) })
        } catch let error as FormatError {
            throw damaged(found.position, error.description)
        }
    }

    /// Returns all values of an object, in the order of its entity's schema.
    package func values(of found: FoundRecord, schema: StoredSchema) throws -> [Value] {
        try schema.attributes.indices.map { try value(of: $0, in: schema, of: found) }
    }

    /// Returns one value, by its attribute's ordinal in the entity's schema. If the record is older
    /// than the attribute, returns the attribute's default.
    package func value(
        of ordinal: Int, in schema: StoredSchema, of found: FoundRecord
    ) throws -> Value {
        guard let own = found.layout.ordinal(of: ordinal, in: schema) else {
            return schema.attributes[ordinal].valueOfOlderRecords
        }
        return try value(own, of: found)
    }

    /// Returns the bytes of an external value. They are checked like an object's record: once, if
    /// the frame was not checked when the store was opened.
    package func external(_ reference: ExternalReference) throws(StoreError) -> ByteView {
        let position = externalPosition(of: reference.row)
        guard position != .none, let bytes = bytes(at: position), bytes.count >= RecordFields.size
        else {
            throw damaged(position, "external value \(reference.row) is missing")
        }
        let length = Int(bytes.load(UInt32.self, at: RecordFields.length.offset))
        guard length <= bytes.count, Int(exactly: reference.length) == length - RecordFields.size
        else {
            throw damaged(position, "external value \(reference.row) has another length")
        }
        let record = RecordView(trusted: bytes)
        if !isChecked(position.segment), !isChecked(reference.row, of: .externalValue) {
            guard record.computedCRC == record.storedCRC, record.kind == .externalValue,
                record.row == reference.row
            else { throw damaged(position, "external value \(reference.row) is another record") }
            setChecked(reference.row, of: .externalValue)
        }
        guard record.hasExternalValue(withCRC: reference.crc) else {
            throw damaged(position, "external value \(reference.row) has another CRC")
        }
        return record.externalValue
    }
}

extension RecordSource {
    /// Returns the record of one row.
    func record(of row: UInt32, in definition: EntityDefinition) throws(StoreError) -> FoundRecord {
        let entity = definition.schema.number
        return try record(
            at: Position(rows(of: entity)[row]), row: RowNumber(row), of: entity,
            verifying: false)
    }

    /// Calls `body` with every object of an entity in ascending row order, until it returns false.
    func forEach(
        in definition: EntityDefinition, _ body: (FoundRecord) throws -> Bool
    ) throws {
        try forEachBlock(in: definition) { reader in
            for index in 0..<reader.block.count where try !body(reader.found(index)) {
                return false
            }
            return true
        }
    }

    /// Calls `body` with the objects of an entity, a block at a time, until it returns false.
    func forEachBlock(
        in definition: EntityDefinition,
        _ body: (borrowing BlockReader) throws -> Bool
    ) throws {
        var reader = BlockReader(of: definition, in: view)
        try roots(of: definition.schema.number).rows.forEachLeaf { first, leaf, next in
            try reader.forEachBlock(of: leaf, from: first, before: next, body)
        }
    }
}
