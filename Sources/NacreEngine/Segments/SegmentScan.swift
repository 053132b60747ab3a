internal import NacreFormat

/// The result of a walk over a segment's frames.
struct SegmentScan {
    var summary = SegmentSummary()
    /// The place where the walk began.
    let start: FrameCursor
    /// The place after the last valid frame.
    var cursor: FrameCursor
    /// The place after the last frame that does not belong to an unfinished commit.
    var committed: FrameCursor
    var lastFrame: FrameHeader?
    /// Whether the segment has a seal. It agrees with the frames before it.
    var isSealed = false
    /// The highest watermark in any valid frame. Everything before it had been synced.
    var watermark = Position.none
    /// The reason why the walk stopped.
    var end = FrameScanner.End.endOfLog
    /// The highest watermark in frames after an invalid one.
    var watermarkAhead: Position?

    init(start: FrameCursor) {
        self.start = start
        cursor = start
        committed = start
    }

    /// Continues from a place that a checkpoint knows. The log had been synced up to there.
    /// - Parameter lastFrame: The frame before the place.
    init(behind end: LogEnd, lastFrame: FrameHeader?) {
        self.init(start: end.cursor)
        summary = end.summary
        self.lastFrame = lastFrame
        watermark = max(end.cursor.position, lastFrame?.watermark ?? .none)
        isSealed = lastFrame?.kind == .seal
    }

    /// Whether a writer may append after the last frame: the segment was closed, or it is empty.
    var isClean: Bool {
        guard case .endOfLog = end, committed == cursor else { return false }
        return lastFrame == nil || lastFrame?.kind == .close
    }
}
