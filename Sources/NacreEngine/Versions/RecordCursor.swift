internal import NacreFormat

/// Finds the records of one entity, one after another. As a rule the next one stands in the segment
/// of the one before and has its layout: what was looked up for that one serves again.
struct RecordCursor<Source: RecordSource> {
    private let source: Source
    private let entity: EntityNumber
    private let rows: RowTable
    private var segment = SegmentNumber(0)
    /// Of that segment; nil if each position must be asked for.
    private var bytes: ByteView?
    private var isChecked = false
    private let layout: Layout?

    init(of definition: EntityDefinition, in source: Source) {
        self.source = source
        entity = definition.schema.number
        rows = source.roots(of: entity).rows
        layout = definition.layout
    }

    @inline(__always)
    mutating func record(of row: UInt32) throws(StoreError) -> FoundRecord {
        try record(at: Position(rows[row]), row: row)
    }

    /// - Parameter position: the row's.
    @inline(__always)
    mutating func record(
        at position: Position, row: UInt32
    ) throws(StoreError) -> FoundRecord {
        if position.segment != segment { enter(position.segment) }
        let offset = position.offset
        let view: ByteView
        if let bytes {
            view = offset < bytes.count ? bytes[offset..<bytes.count] : .empty
        } else {
            view = source.bytes(at: position) ?? .empty
        }
        return try source.record(
            in: view, at: position, row: RowNumber(row), of: entity, verifying: false,
            isChecked: isChecked, layout: layout)
    }

    private mutating func enter(_ number: SegmentNumber) {
        segment = number
        bytes = source.wholeSegment(number)
        isChecked = source.isChecked(number)
    }
}
