internal import NacreFormat

/// A version of a row found in a segment: its position, its commit, and whether it can be read.
/// Small, because a salvage keeps one for each record of the store.
struct RescuedVersion {
    enum Kind: UInt8 {
        case put, tombstone, externalValue
        /// A record whose CRC does not match. Its row and layout are those in the damaged bytes.
        case damaged
    }

    let commit: CommitNumber
    /// The position of the record's first byte, or of up to 3 bytes before it.
    private let position: Position
    /// The number of bytes between `position` and the record. Frames displaced by a gain or loss of
    /// bytes begin at any offset.
    private let misalignment: UInt8
    let row: RowNumber
    let layout: LayoutID
    let kind: Kind

    /// Makes a version from a readable record.
    /// - Parameter offset: The offset of the record in the segment's file.
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

    /// Makes a version from a damaged record.
    /// - Parameters:
    ///   - bytes: The record's bytes, with at least a record's header.
    ///   - offset: The offset of the record in the segment's file.
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
    /// The offset of the record in the segment's file.
    var offset: Int { position.offset + Int(misalignment) }

    /// Whether the version comes after another one in the log.
    func isBehind(_ other: RescuedVersion) -> Bool {
        (position, misalignment) > (other.position, other.misalignment)
    }

    /// Returns the record and the bytes after it, if the segments have them.
    func bytes(in segments: SegmentSet) -> ByteView? {
        guard let bytes = segments.bytes(at: position), bytes.count > misalignment else {
            return nil
        }
        return bytes[Int(misalignment)..<bytes.count]
    }
}
