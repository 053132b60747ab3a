internal import NacreFormat

/// Reads while a change is pending, including the change's own writes. Single reads are in the
/// extensions of ``RecordSource``; these methods iterate while the store changes.
extension Changes {
    /// Calls `body` with each object that a query finds. The body may change the store: the objects
    /// are those found when this method was called.
    package func forEach(
        _ query: Query, _ body: (StoredObject) throws -> Bool
    ) throws {
        // Fetched at once, because a write can move the bytes that records are read from.
        for object in try fetch(query) {
            guard try body(object) else { return }
        }
    }

    /// Calls `body` with every object of an entity, as of the time of the call. The body may change
    /// the store.
    package func forEach(
        in entity: String, _ body: (StoredObject) throws -> Bool
    ) throws {
        let definition = try definition(entity)
        // From here on the writer copies nodes before it changes them, so the walk sees no change.
        let walk = writer.pool.mark()
        defer { writer.pool.keep(walk) }
        // Only rows are read.
        let now = view(writer.head)
        let number = definition.schema.number
        try now.roots(of: number).rows.forEach { row, position in
            // Record by record, not by blocks: the body can move the bytes of the next record.
            let found = try now.record(
                at: Position(position), row: RowNumber(row), of: number, verifying: false)
            return try body(now.object(found, definition.schema))
        }
    }
}

extension Changes {
    /// Returns a view of an earlier state of the change.
    /// - Parameter head: The head of a moment whose nodes do not change any more.
    func view(_ head: Version.Head) -> ChangesView { ChangesView(changes: self, head: head) }
}

/// The content of a pending change at one moment, while the change continues.
struct ChangesView: RecordSource {
    let changes: Changes
    let head: Version.Head

    var view: StoreView { StoreView(self) }
    var catalog: Catalog { changes.catalog }
    var idKey: IDKey { changes.idKey }
    func roots(of entity: EntityNumber) -> EntityRoots {
        let number = Int(entity.rawValue)
        return number < head.roots.count ? head.roots[number] : EntityRoots()
    }
    func tree(_ slot: Int) -> Tree { slot < head.trees.count ? head.trees[slot] : Tree() }
    func isBuilt(_ slot: Int) -> Bool { changes.isBuilt(slot) }
    var isAllBuilt: Bool { changes.isAllBuilt }
    func bytes(at position: Position) -> ByteView? { changes.bytes(at: position) }
    func wholeSegment(_ number: SegmentNumber) -> ByteView? { changes.wholeSegment(number) }
    func isChecked(_ segment: SegmentNumber) -> Bool { changes.isChecked(segment) }
    var checkedRows: CheckedRows? { changes.checkedRows }
    var isOfOneState: Bool { false }
    func path(of segment: SegmentNumber) -> String { changes.path(of: segment) }
}
