package import NacreFormat

/// A version of the store, pinned: it stays as it is, whatever is written afterwards. Taking one is
/// one retain; it may be kept and used on any thread, also after the store was closed.
package struct Snapshot: Sendable {
    var version: Version
    /// Keeps its name in the list of those who hold versions.
    var label: SnapshotLabel?
    /// How long its reads may go on.
    package internal(set) var limit: ReadLimit?

    /// Of the newest commit in it.
    package var commit: CommitNumber { version.commit }
    /// Of that commit, in microseconds since 1970.
    package var time: Int64 { version.time }
    package var digest: CommitDigest { version.digest }
    package var catalog: Catalog { version.catalog }
}

extension Snapshot: RecordSource {
    package var view: StoreView { StoreView(self) }
    package var idKey: IDKey { version.idKey }

    package func roots(of entity: EntityNumber) -> EntityRoots { version.roots(of: entity) }
    package func tree(_ slot: Int) -> Tree { version.tree(slot) }
    package func checkOpen() throws(StoreError) { try version.checkSound() }
    package func isBuilt(_ slot: Int) -> Bool { version.isBuilt(slot) }
    package var isAllBuilt: Bool { version.isAllBuilt }
    package func bytes(at position: Position) -> ByteView? { version.bytes(at: position) }
    package func wholeSegment(_ number: SegmentNumber) -> ByteView? {
        version.wholeSegment(number)
    }
    package func isChecked(_ segment: SegmentNumber) -> Bool { version.isChecked(segment) }
    package var checkedRows: CheckedRows? { version.checkedRows }
    package func isChecked(_ row: RowNumber, of entity: EntityNumber) -> Bool {
        version.isChecked(row, of: entity)
    }
    package func setChecked(_ row: RowNumber, of entity: EntityNumber) {
        version.setChecked(row, of: entity)
    }
    package var columns: ColumnStore? { version.columns }
    package var isUnchanging: Bool { true }
    package func path(of segment: SegmentNumber) -> String { version.path(of: segment) }
}
