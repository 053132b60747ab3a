internal import NacreFormat

/// The commit up to which tombstones have nothing left to hide.
///
/// A tombstone of commit c hides puts of its row from before c. These were dead at c, so a segment
/// with `purgedAsOf` >= c holds none of them, nor does a segment whose first commit is c or later.
/// Once this holds for every segment, and the outputs keep no record either that was dead at c, the
/// tombstone can be dropped.
struct PurgeHorizon {
    /// The newest commit whose tombstones have nothing left to hide. Some segment may hold records
    /// that were dead at a later commit.
    private let limit: CommitNumber

    /// Computes the horizon.
    /// - Parameters:
    ///   - others: All segments except the one with the tombstones and the active one, whose
    ///     commits are all newer.
    ///   - clean: The segments in `others` without records that were dead at the commit `version`.
    ///   - version: The newest commit at which no record was dead that the outputs hold.
    init(
        beside others: some Sequence<Manifest.Segment>, clean: Set<SegmentNumber>,
        at version: CommitNumber
    ) {
        var limit = version
        for segment in others where segment.firstCommit > CommitNumber(0) {
            let purged = clean.contains(segment.number) ? version : segment.purgedAsOf
            limit = min(limit, max(segment.firstCommit, purged))
        }
        self.limit = limit
    }

    func canDrop(tombstoneOf commit: CommitNumber) -> Bool { commit <= limit }
}
