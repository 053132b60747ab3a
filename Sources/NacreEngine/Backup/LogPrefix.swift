internal import NacreFormat

/// The beginning of a log segment, as a copy of the store has it: whole commits, without a seal.
struct LogPrefix {
    /// The place after the last frame.
    private(set) var end: FrameCursor
    /// The last commit, or the last one before the segment.
    private(set) var last: CommitNumber
    /// The commits and the digest. The records are not counted.
    private var summary = SegmentSummary()
    private var lastKind: FrameKind?

    /// Finds the beginning of a segment.
    /// - Parameters:
    ///   - view: The segment up to the end of a commit.
    ///   - commit: The last commit that belongs to it; nil for all.
    init(_ view: ByteView, through commit: CommitNumber? = nil) throws(FormatError) {
        let header = try SegmentHeader.decode(view)
        var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        last = header.lastCommitBefore
        end = scanner.cursor
        // If there is a seal in the active segment, its writer is about to publish the next one.
        while case .frame(let frame) = scanner.next(), frame.header.kind != .seal {
            if let commit, frame.header.isPartOfCommit, frame.header.commit > commit { break }
            summary.add(frame: frame.headerBytes)
            if frame.header.flags.contains(.last) {
                last = frame.header.commit
                summary.add(commit: last, records: 0, tombstones: 0)
            }
            lastKind = frame.header.kind
            end = scanner.cursor
        }
    }

    /// Returns the manifest's line for a segment that ends here.
    func line(_ number: SegmentNumber) -> Manifest.Segment {
        Manifest.Segment(
            number: number, ending: .cut, length: UInt64(end.offset),
            firstCommit: summary.firstCommit, lastCommit: summary.lastCommit,
            purgedAsOf: .none, digest: summary.digest)
    }

    /// Returns the bytes of the segment, closed as a writer closes it, so that it opens without a
    /// recovery.
    func closed(_ view: ByteView, at time: Int64) -> [UInt8] {
        let bytes = view[0..<end.offset].bytes
        if lastKind == .close || lastKind == nil { return bytes }
        var encoder = FrameEncoder(buffer: ByteBuffer(), cursor: end)
        // All of it is synced before the manifest names it.
        encoder.append(
            FrameHeader(.close, commit: last, watermark: end.position, time: time))
        return bytes + encoder.buffer.read { $0.bytes }
    }
}
