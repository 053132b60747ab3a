package import NacreFormat

extension DatabaseSnapshot: RecordSource {
    package var view: StoreView { StoreView(self) }
    package var idKey: IDKey { version.idKey }

    package func roots(of entity: EntityNumber) -> EntityRoots { version.roots(of: entity) }
    package func tree(_ slot: Int) -> Tree { version.tree(slot) }
    package var mayShareUniqueValues: Bool { version.mayShareUniqueValues }
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
