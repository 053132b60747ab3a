package import NacreFormat

/// A record that was found, with what it takes to read it. Good as long as its source is: of a
/// version while that is held, of a pending change until the next write. Holds nothing, so that
/// passing it on counts no references.
@safe package struct FoundRecord {
    package let record: RecordView
    // SAFETY: the source's catalog holds every layout.
    private let ownLayout: Unmanaged<Layout>
    package let position: Position
    package let row: RowNumber

    init(record: RecordView, layout: Layout, position: Position, row: RowNumber) {
        unsafe self.init(record, .passUnretained(layout), position, row)
    }

    /// - Parameter layout: one that the source's catalog holds.
    @inline(__always)
    init(
        _ record: RecordView, _ layout: Unmanaged<Layout>, _ position: Position, _ row: RowNumber
    ) {
        self.record = record
        unsafe ownLayout = layout
        self.position = position
        self.row = row
    }

    /// The record's own, which may be older than the entity's.
    package var layout: Layout { unsafe ownLayout.takeUnretainedValue() }
}
