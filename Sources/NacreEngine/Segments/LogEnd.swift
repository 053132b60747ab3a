internal import NacreFormat

/// The end of the log after a commit. It is enough to continue reading there, or to recognize the
/// place.
struct LogEnd: Sendable, Hashable {
    /// The cursor after the last frame.
    let cursor: FrameCursor
    /// The summary of the cursor's segment, up to the cursor.
    let summary: SegmentSummary

    /// The offset of the last frame in the segment; 0 if there is none.
    var lastFrameOffset: Int { cursor.lastFrameOffset }
}
