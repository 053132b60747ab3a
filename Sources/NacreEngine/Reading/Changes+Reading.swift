package import NacreFormat

extension Changes: RecordSource {
    package var view: StoreView { StoreView(self) }
    package var catalog: Catalog { writer.catalog }
    package var idKey: IDKey { writer.idKey }
    package func roots(of entity: EntityNumber) -> EntityRoots {
        writer.withEntity(entity) { $0.roots }
    }
    package func rows(of entity: EntityNumber) -> RowTable {
        writer.withEntity(entity) { $0.rows }
    }
    package func tree(_ slot: Int) -> Tree { writer.currentTree(slot) }
    package func settledTree(of key: UniqueKey) -> Tree { withHead(of: key) { $0.settled } }
    package func nextPendingRow(of key: UniqueKey, _ place: inout Int?) -> UInt32? {
        withHead(of: key) { $0.nextPendingRow(of: key.key, &place) }
    }
    package func isLeaving(_ row: UInt32, of key: UniqueKey) -> Bool {
        withHead(of: key) { $0.isLeaving(TreeEntry(key: key.key, row: row)) }
    }
    package var mayShareUniqueValues: Bool { !sharedValues.isEmpty }
    @inline(__always)
    private func withHead<Result>(of key: UniqueKey, _ body: (IndexHead) -> Result) -> Result {
        key.slot < 0
            ? writer.withEntity(key.entity) { body($0.ids) } : writer.withIndex(key.slot, body)
    }
    package func isBuilt(_ slot: Int) -> Bool { !writer.unbuilt.contains(slot) }
    package var isAllBuilt: Bool { writer.unbuilt.isEmpty }
    package func bytes(at position: Position) -> ByteView? { writer.log.bytes(at: position) }
    package func wholeSegment(_ number: SegmentNumber) -> ByteView? {
        number == writer.log.active.number ? nil : writer.log.segments[number]?.view
    }
    package func isChecked(_ segment: SegmentNumber) -> Bool {
        writer.log.segments.isChecked(segment)
    }
    package var checkedRows: CheckedRows? { writer.log.segments.checkedRows }

    package func isChecked(_ row: RowNumber, of entity: EntityNumber) -> Bool {
        writer.log.segments.isChecked(row, of: entity)
    }

    package func setChecked(_ row: RowNumber, of entity: EntityNumber) {
        writer.log.segments.setChecked(row, of: entity)
    }

    package func path(of segment: SegmentNumber) -> String {
        "\(writer.log.directory.path)/\(FileName.segment(segment))"
    }
}
