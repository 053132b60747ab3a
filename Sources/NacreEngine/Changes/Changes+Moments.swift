internal import NacreFormat

/// Reading while a change is pending: it sees its own writes. What can be read in passing is in
/// the extensions of ``RecordSource``; here is what goes on while the store changes under it.
extension Changes {
    /// The objects that a query asks for, one after another. The body may change the store: it gets
    /// what there was when this was called.
    package func forEach(
        _ query: Query, _ body: (StoredObject) throws -> Bool
    ) throws {
        // All at once, because a write can move the bytes that records are read from.
        for object in try fetch(query) {
            guard try body(object) else { return }
        }
    }

    /// Every object of an entity, as they are when this is called; the body may change the store.
    package func forEach(
        in entity: String, _ body: (StoredObject) throws -> Bool
    ) throws {
        let definition = try definition(entity)
        // From here on nodes are copied before they change, so that the walk sees none change.
        let walk = writer.pool.mark()
        defer { writer.pool.keep(walk) }
        // Only rows are read.
        let now = view(writer.head)
        let number = definition.schema.number
        try now.roots(of: number).rows.forEach { row, position in
            // One after another, and not by blocks: the body can move the bytes of the next one.
            let found = try now.record(
                at: Position(position), row: RowNumber(row), of: number, verifying: false)
            return try body(now.object(found, definition.schema))
        }
    }
}

extension Changes {
    /// - Parameter head: of some moment whose nodes are not changed any more.
    func view(_ head: Version.Head) -> ChangesView { ChangesView(changes: self, head: head) }
}

/// What a pending change held at one moment, while it goes on.
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
