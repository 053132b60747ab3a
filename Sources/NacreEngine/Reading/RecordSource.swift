package import NacreFormat

/// What it takes to read records at known places: a catalog, and the bytes behind positions.
package protocol RecordStorage {
    var catalog: Catalog { get }
    func bytes(at position: Position) -> ByteView?
    /// Whether the frames of a segment were checked when the store was opened.
    func isChecked(_ segment: SegmentNumber) -> Bool
    /// The records that were checked since, of segments that were not; nil if nobody keeps note.
    var checkedRows: CheckedRows? { get }
    /// Whether the record of a row is one of those.
    func isChecked(_ row: RowNumber, of entity: EntityNumber) -> Bool
    /// Takes note that it is one from now on, if anybody keeps note.
    func setChecked(_ row: RowNumber, of entity: EntityNumber)
    /// Where the record of an external value stands.
    func externalPosition(of row: RowNumber) -> Position
    /// A name for errors.
    func path(of segment: SegmentNumber) -> String
    /// Where the objects are found that those of the records lead to.
    var objects: any RecordSource { get }
}

/// What reading needs of a version or of a pending change, which offer the same view: records, and
/// the index roots that lead to them.
package protocol RecordSource: RecordStorage {
    var idKey: IDKey { get }
    func roots(of entity: EntityNumber) -> EntityRoots
    /// Of an entity's roots.
    func rows(of entity: EntityNumber) -> RowTable
    /// - Parameter slot: ``IndexDefinition/slot``.
    func tree(_ slot: Int) -> Tree
    /// The tree of a unique index without what a pending change has still to put into it.
    func settledTree(of key: UniqueKey) -> Tree
    /// The rows that a pending change has still to put there for a key, one after another: nil
    /// behind the last one.
    /// - Parameter place: nil at first, then where the search stands.
    func nextPendingRow(of key: UniqueKey, _ place: inout Int?) -> UInt32?
    /// Whether a pending change has still to take a row out of that tree.
    func isLeaving(_ row: UInt32, of key: UniqueKey) -> Bool
    /// Whether there is a tree: an index that was added over many objects is built later.
    /// - Parameter slot: ``IndexDefinition/slot``.
    func isBuilt(_ slot: Int) -> Bool
    /// Whether there are all trees.
    var isAllBuilt: Bool { get }
    /// The bytes of a segment, where they stay in one place as long as the source is good; nil if
    /// each position must be asked for.
    func wholeSegment(_ number: SegmentNumber) -> ByteView?
    /// Nil if row tables can change while they are read.
    var columns: ColumnStore? { get }
    /// Whether rows and trees are those of one state, so that an object that a row leads to stands
    /// in all trees.
    var isOfOneState: Bool { get }
    /// How long reads may go on; nil for as long as they take.
    var limit: ReadLimit? { get }
    /// Whether nothing in it changes, so that any number of threads may read at a time.
    var isUnchanging: Bool { get }
    /// What queries read of it.
    var view: StoreView { get }
    /// Throws where nothing may be read any more: by a change after its end.
    func checkOpen() throws(StoreError)

    /// The record of the object that has a value of the id, or of another unique attribute. Null
    /// is no value: no object is found by it.
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

    package func checkOpen() {}
    package func isBuilt(_ slot: Int) -> Bool { true }
    package var isAllBuilt: Bool { true }

    /// The indexes of an entity that can be asked.
    func builtIndexes(of definition: EntityDefinition) -> [IndexDefinition] {
        isAllBuilt ? definition.indexes : definition.indexes.filter { isBuilt($0.slot) }
    }

    /// An index that has one entry for each object, in the order of one attribute alone; nil if
    /// there is none that can be asked.
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
            let names = catalog.all.map(\.schema.name)
            throw StoreError(
                .unknownEntity,
                "There is no entity '\(entity)'. "
                    + (names.isEmpty
                        ? "The store has none yet."
                        : "The store has: \(names.joined(separator: ", ")).")
            )
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

    /// The record of an object, at a position. Where a checkpoint led there past frames that nobody
    /// has checked, everything about the record is checked when it is first read.
    /// - Parameter verifying: whether to check the record's own CRC in any case: point reads do.
    func record(
        at position: Position, row: RowNumber, of entity: EntityNumber, verifying: Bool
    ) throws(StoreError) -> FoundRecord {
        guard let bytes = bytes(at: position), bytes.count >= RecordFields.size,
            let length = Int(exactly: bytes.load(UInt32.self, at: RecordFields.length.offset)),
            length >= RecordFields.size, length <= bytes.count
        else { throw damaged(position, "no record stands here") }
        let record = RecordView(trusted: bytes)
        let number = record.layout
        guard let layout = catalog.layout(number), layout.valuesOffset(record.flags) <= length
        else { throw damaged(position, "the record's layout \(number) does not fit") }
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

    /// What a replay checks of a record whose CRC is right.
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

    /// The error for a record whose bytes are not what they should be.
    package func damaged(_ position: Position, _ cause: String) -> StoreError {
        StoreError(
            .corrupt,
            "An object cannot be read, its bytes are damaged. Run 'nacre verify' for a full list.",
            file: path(of: position.segment), offset: position.offset, cause: cause)
    }

    package func id(of found: FoundRecord) throws -> Value {
        try value(found.layout.idOrdinal, of: found)
    }

    /// One value, by its ordinal in the record's own layout.
    package func value(_ ordinal: Int, of found: FoundRecord) throws -> Value {
        do {
            return try RecordDecoder.value(
                ordinal, of: found.record, layout: found.layout, origin: found.position.offset,
                external: { reference in try self.external(reference) })
        } catch let error as FormatError {
            throw damaged(found.position, error.description)
        }
    }

    /// All values of an object, in the order of its entity's schema.
    package func values(of found: FoundRecord, schema: EntitySchema) throws -> [Value] {
        try schema.attributes.indices.map { try value(of: $0, in: schema, of: found) }
    }

    /// One value, by its attribute's ordinal in the entity's schema. A record that is older than
    /// the attribute holds its default.
    package func value(
        of ordinal: Int, in schema: EntitySchema, of found: FoundRecord
    ) throws -> Value {
        guard let own = found.layout.ordinal(of: ordinal, in: schema) else {
            return schema.attributes[ordinal].valueOfOlderRecords
        }
        return try value(own, of: found)
    }

    /// The bytes of an external value.
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
        let value = RecordView(trusted: bytes).externalValue
        guard value.crc == reference.crc else {
            throw damaged(position, "external value \(reference.row) has another CRC")
        }
        return value
    }
}

extension RecordSource {
    /// The record of one row.
    func record(of row: UInt32, in definition: EntityDefinition) throws(StoreError) -> FoundRecord {
        let entity = definition.schema.number
        return try record(
            at: Position(rows(of: entity)[row]), row: RowNumber(row), of: entity,
            verifying: false)
    }

    /// Every object of an entity in ascending row order, until `body` returns false.
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

    /// The same, a block at a time.
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
