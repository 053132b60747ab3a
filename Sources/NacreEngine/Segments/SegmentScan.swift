internal import NacreFormat

/// The result of a walk over a segment's frames.
struct SegmentScan {
    var summary = SegmentSummary()
    /// The place where the walk began, and the commit before it.
    let start: CommitBoundary
    /// The place after the last valid frame.
    var cursor: FrameCursor
    /// The place after the last frame that does not belong to an unfinished commit.
    private(set) var committed: FrameCursor
    private(set) var boundaries: CommitBoundaries
    var lastFrame: FrameHeader?
    /// Whether the segment has a seal. It agrees with the frames before it.
    var isSealed = false
    /// The highest watermark in any valid frame. Everything before it had been synced.
    var watermark = Position.none
    /// The reason why the walk stopped.
    var end = FrameScanner.End.endOfLog
    /// The highest watermark in frames after an invalid one.
    var watermarkAhead: Position?

    /// Begins at a place.
    /// - Parameter last: The last commit before the place.
    init(start: FrameCursor, behind last: CommitNumber, summary: SegmentSummary = SegmentSummary())
    {
        let boundary = CommitBoundary(cursor: start, summary: summary, lastCommit: last)
        self.start = boundary
        self.summary = summary
        boundaries = CommitBoundaries(start: boundary)
        cursor = start
        committed = start
    }

    /// Continues from a place that a checkpoint knows. The log had been synced up to there.
    /// - Parameters:
    ///   - last: The checkpoint's commit.
    ///   - lastFrame: The frame before the place.
    init(behind end: LogEnd, _ last: CommitNumber, lastFrame: FrameHeader?) {
        self.init(start: end.cursor, behind: last, summary: end.summary)
        self.lastFrame = lastFrame
        watermark = max(end.cursor.position, lastFrame?.watermark ?? .none)
        isSealed = lastFrame?.kind == .seal
    }

    /// Notes that no commit is unfinished at the cursor.
    /// - Parameter last: The last commit so far.
    mutating func endCommit(_ last: CommitNumber) {
        committed = cursor
        boundaries.add(
            CommitBoundary(cursor: cursor, summary: summary, lastCommit: last),
            at: cursor.offset, proven: proven)
    }

    /// The offset up to which the segment had been synced.
    var proven: Int { watermark.segment == cursor.segment ? watermark.offset : 0 }

    /// Whether the segment ends with a close frame, or has no frames.
    var isClean: Bool {
        guard case .endOfLog = end, committed == cursor else { return false }
        return lastFrame == nil || lastFrame?.kind == .close
    }
}
