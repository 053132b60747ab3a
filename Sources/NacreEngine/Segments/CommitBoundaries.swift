internal import NacreFormat

/// A place between two commits of a segment, from which a walk over the frames can continue. A
/// class, because all arrays of objects share one runtime type: see ``MappedSegment``.
final class CommitBoundary: Sendable {
    let cursor: FrameCursor
    /// The summary of the frames before the place.
    let summary: SegmentSummary
    /// The last commit before the place.
    let lastCommit: CommitNumber

    init(cursor: FrameCursor, summary: SegmentSummary, lastCommit: CommitNumber) {
        self.cursor = cursor
        self.summary = summary
        self.lastCommit = lastCommit
    }
}

/// Some of the boundaries between the commits of a segment, so that a recovery need not walk over
/// the synced part of it again. They are some distance apart, because a segment may hold very many
/// commits.
struct CommitBoundaries {
    /// The boundaries, ascending. Only the first one may be in the synced part.
    private var places: [CommitBoundary]

    /// Minimum distance between two boundaries, in bytes.
    private static let distance = 64 << 10

    init(start: CommitBoundary) { places = [start] }

    /// Adds the boundary that a walk has reached, if it is far enough from the last one.
    /// - Parameter proven: The offset up to which the segment had been synced, as far as is known.
    mutating func add(_ boundary: @autoclosure () -> CommitBoundary, at offset: Int, proven: Int) {
        guard offset - places[places.count - 1].cursor.offset >= Self.distance else { return }
        places.removeSubrange(..<lastIndex(notAfter: proven))
        places.append(boundary())
    }

    /// Returns the last of the boundaries that is not after an offset; the first one if all are.
    func last(notAfter offset: Int) -> CommitBoundary { places[lastIndex(notAfter: offset)] }

    private func lastIndex(notAfter offset: Int) -> Int {
        max(0, places.partitioningIndex { $0.cursor.offset > offset } - 1)
    }
}
