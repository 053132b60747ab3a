internal import NacreFormat

/// A version of a row that a segment holds: where, of which commit, and whether it can be read.
/// Small, because a salvage keeps one for each record of the store.
struct RescuedVersion {
    enum Kind: UInt8 {
        case put, tombstone, externalValue
        /// A record whose CRC does not match. Row and layout are what stands in it.
        case damaged
    }

    let commit: CommitNumber
    let position: Position
    let row: RowNumber
    let layout: LayoutID
    let kind: Kind

    init(_ record: RecordView, _ commit: CommitNumber, _ position: Position) {
        self.commit = commit
        self.position = position
        row = record.row
        layout = record.layout
        kind =
            switch record.kind {
            case .tombstone: .tombstone
            case .externalValue: .externalValue
            default: .put
            }
    }

    /// - Parameter bytes: at least a record's header.
    init(damaged bytes: ByteView, _ commit: CommitNumber, _ position: Position) {
        self.commit = commit
        self.position = position
        row = RowNumber(bytes.load(at: RecordFields.row.offset))
        layout = LayoutID(bytes.load(at: RecordFields.layout.offset))
        kind = .damaged
    }
}
