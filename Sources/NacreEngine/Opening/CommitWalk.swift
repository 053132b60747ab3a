internal import NacreFormat

/// A walk over commits of the active segment that are known to be there: a load has checked them,
/// or a checkpoint covers them.
struct CommitWalk {
    private var scanner: FrameScanner
    private var parts = PendingParts()
    /// The summary of the frames so far, except for the counts of records.
    private var summary: SegmentSummary
    private var lastCommit: CommitNumber

    init(_ view: ByteView, from start: CommitBoundary) {
        scanner = FrameScanner(view, from: start.cursor)
        summary = start.summary
        lastCommit = start.lastCommit
    }

    var offset: Int { scanner.cursor.offset }

    /// The boundary at the cursor; nil inside of a commit.
    var boundary: CommitBoundary? {
        guard parts.isEmpty else { return nil }
        return CommitBoundary(cursor: scanner.cursor, summary: summary, lastCommit: lastCommit)
    }

    /// Moves past the next frame.
    /// - Parameter end: The end of the frames that must be whole.
    /// - Returns: All parts of a commit if the frame is its last one; otherwise none.
    mutating func next(before end: Int) throws(FormatError) -> [Frame] {
        guard case .frame(let frame) = scanner.next() else {
            throw FormatError(
                .badValue, structure: "segment", field: "frames", offset: offset,
                expected: "whole ones up to \(end)", found: "other bytes")
        }
        summary.add(frame: frame.headerBytes)
        guard let commit = try parts.add(frame) else { return [] }
        lastCommit = frame.header.commit
        summary.add(commit: lastCommit, records: 0, tombstones: 0)
        return commit
    }
}
