package import NacreFormat

/// A record that was found, with everything needed to read it. Valid as long as its source: for a
/// version, while it is retained; for a pending change, until the next write. Retains nothing, so
/// passing it on counts no references.
@safe package struct FoundRecord {
    package let record: RecordView
    // SAFETY: the source's catalog retains every layout.
    private let ownLayout: Unmanaged<Layout>
    package let position: Position
    package let row: RowNumber

    init(record: RecordView, layout: Layout, position: Position, row: RowNumber) {
        unsafe self.init(record, .passUnretained(layout), position, row)
    }

    /// - Parameter layout: A layout that the source's catalog retains.
    @inline(__always)
    init(
        _ record: RecordView, _ layout: Unmanaged<Layout>, _ position: Position, _ row: RowNumber
    ) {
        self.record = record
        unsafe ownLayout = layout
        self.position = position
        self.row = row
    }

    /// The record's own layout, which may be older than the entity's.
    package var layout: Layout { unsafe ownLayout.takeUnretainedValue() }
}
