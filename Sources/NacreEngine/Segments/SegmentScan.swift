internal import NacreFormat

/// What a walk over a segment's frames found out about the segment.
struct SegmentScan {
    var summary = SegmentSummary()
    /// Where the walk began.
    let start: FrameCursor
    /// Behind the last valid frame.
    var cursor: FrameCursor
    /// Behind the last frame that does not belong to an unfinished commit.
    var committed: FrameCursor
    var lastFrame: FrameHeader?
    /// Whether there is a seal; it agrees with the frames before it.
    var isSealed = false
    /// In any valid frame: everything before it had been synced.
    var watermark = Position.none
    /// Why the walk stopped.
    var end = FrameScanner.End.endOfLog
    /// The highest watermark in frames behind an invalid one.
    var watermarkAhead: Position?

    init(start: FrameCursor) {
        self.start = start
        cursor = start
        committed = start
    }

    /// The walk goes on from a place that a checkpoint knows, whose log had been synced.
    /// - Parameter lastFrame: the one before the place.
    init(behind end: LogEnd, lastFrame: FrameHeader?) {
        self.init(start: end.cursor)
        summary = end.summary
        self.lastFrame = lastFrame
        watermark = max(end.cursor.position, lastFrame?.watermark ?? .none)
        isSealed = lastFrame?.kind == .seal
    }

    /// Whether a writer may go on behind the last frame: the segment was closed, or is empty.
    var isClean: Bool {
        guard case .endOfLog = end, committed == cursor else { return false }
        return lastFrame == nil || lastFrame?.kind == .close
    }
}
