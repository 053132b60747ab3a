internal import NacreFormat

/// Where the log ends behind a commit: what it takes to go on reading, or to recognise the place.
struct LogEnd: Sendable, Hashable {
    /// Behind the last frame.
    let cursor: FrameCursor
    /// Of the segment that the cursor is in, up to there.
    let summary: SegmentSummary

    /// Of the last frame, in the segment; 0 if there is none.
    var lastFrameOffset: Int { cursor.lastFrameOffset }
}
