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
    /// Of the record's first byte, or up to 3 bytes before it.
    private let position: Position
    /// So many bytes. Frames that a gain or a loss of bytes has displaced begin anywhere.
    private let misalignment: UInt8
    let row: RowNumber
    let layout: LayoutID
    let kind: Kind

    /// - Parameter offset: of the record in the segment's file.
    init(
        _ record: RecordView, _ commit: CommitNumber, in segment: SegmentNumber, at offset: Int
    ) {
        self.commit = commit
        position = Position(segment, offset: offset)
        misalignment = UInt8(offset % Format.alignment)
        row = record.row
        layout = record.layout
        kind =
            switch record.kind {
            case .tombstone: .tombstone
            case .externalValue: .externalValue
            default: .put
            }
    }

    /// - Parameters:
    ///   - bytes: at least a record's header.
    ///   - offset: of the record in the segment's file.
    init(
        damaged bytes: ByteView, _ commit: CommitNumber, in segment: SegmentNumber, at offset: Int
    ) {
        self.commit = commit
        position = Position(segment, offset: offset)
        misalignment = UInt8(offset % Format.alignment)
        row = RowNumber(bytes.load(at: RecordFields.row.offset))
        layout = LayoutID(bytes.load(at: RecordFields.layout.offset))
        kind = .damaged
    }

    var segment: SegmentNumber { position.segment }
    /// Of the record in the segment's file.
    var offset: Int { position.offset + Int(misalignment) }

    /// Whether the version stands behind another one in the log.
    func isBehind(_ other: RescuedVersion) -> Bool {
        (position, misalignment) > (other.position, other.misalignment)
    }

    /// The record and the bytes behind it, if the segments have them.
    func bytes(in segments: SegmentSet) -> ByteView? {
        guard let bytes = segments.bytes(at: position), bytes.count > misalignment else {
            return nil
        }
        return bytes[Int(misalignment)..<bytes.count]
    }
}
