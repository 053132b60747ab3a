internal import NacreFormat

/// The requirements of ``RecordSource`` for ``DatabaseSnapshot`` and ``StoreView``, both of which
/// read a version.
extension Version {
    @inline(__always)
    func roots(of entity: EntityNumber) -> EntityRoots {
        let number = Int(entity.rawValue)
        return number < roots.count ? roots[number] : EntityRoots()
    }

    func rows(of entity: EntityNumber) -> RowTable { roots(of: entity).rows }

    @inline(__always)
    func tree(_ slot: Int) -> Tree {
        if lateTrees != nil { return lateTree(slot) }
        return slot < trees.count ? trees[slot] : Tree()
    }

    @inline(never)
    private func lateTree(_ slot: Int) -> Tree { lateTrees?.tree(slot) ?? Tree() }

    func settledTree(of key: UniqueKey) -> Tree {
        key.slot < 0 ? roots(of: key.entity).ids : tree(key.slot)
    }

    /// Whether objects may share unique values: those of a former state need not keep the rules of
    /// the present schemas.
    @inline(__always)
    var mayShareUniqueValues: Bool { lateTrees != nil }

    func isBuilt(_ slot: Int) -> Bool { !unbuilt.contains(slot) }
    var isAllBuilt: Bool { unbuilt.isEmpty }

    @inline(__always)
    func bytes(at position: Position) -> ByteView? { segments.bytes(at: position) }
    @inline(__always)
    func wholeSegment(_ number: SegmentNumber) -> ByteView? { segments.view(of: number) }
    @inline(__always)
    func isChecked(_ segment: SegmentNumber) -> Bool { segments.isChecked(segment) }
    @inline(__always)
    var checkedRows: CheckedRows? { segments.checkedRows }
    @inline(__always)
    func isChecked(_ row: RowNumber, of entity: EntityNumber) -> Bool {
        segments.isChecked(row, of: entity)
    }
    @inline(__always)
    func setChecked(_ row: RowNumber, of entity: EntityNumber) {
        segments.setChecked(row, of: entity)
    }

    var columns: ColumnStore? { ownColumns ?? context.columns }

    func path(of segment: SegmentNumber) -> String {
        "\(context.path)/\(FileName.segment(segment))"
    }
}
