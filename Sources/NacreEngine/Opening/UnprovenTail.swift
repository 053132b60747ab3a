internal import NacreFormat

/// The whole commits at the end of a segment that no watermark covers. They may be in the page
/// cache only, because the sync that acknowledges them may have failed.
struct UnprovenTail {
    /// The place after the last commit that had been synced.
    private(set) var start: CommitBoundary
    /// The parts of the commits after `start`, in order.
    private(set) var frames: [Frame] = []

    /// Whether the segment holds synced frames, so that the part before the tail is kept.
    var keepsSegment: Bool { start.cursor.offset > SegmentHeaderFields.size }

    var commitCount: Int { frames.count { $0.header.flags.contains(.last) } }

    /// Finds the tail of the active segment.
    /// - Parameter view: The bytes of the segment.
    init(_ active: LoadedStore.ActiveSegment, view: ByteView) throws(FormatError) {
        let scan = active.scan
        start = scan.boundaries.last(notAfter: scan.proven)
        var walk = CommitWalk(view, from: start)
        while walk.offset < scan.committed.offset {
            let commit = try walk.next(before: scan.committed.offset)
            if walk.offset > scan.proven {
                frames += commit
            } else if let boundary = walk.boundary {
                start = boundary
            }
        }
    }
}
