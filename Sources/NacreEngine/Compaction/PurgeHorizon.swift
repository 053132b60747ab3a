internal import NacreFormat

/// Up to which commit tombstones have nothing left to hide.
///
/// A tombstone of commit c hides puts of its row from before c. Those were dead at c, so a segment
/// with `purgedAsOf` >= c holds none of them, nor does one whose first commit is c or later. Once
/// that is so of every segment, the tombstone goes.
struct PurgeHorizon {
    /// Of segments that may hold what was dead at a commit: they keep tombstones from this on.
    private let limit: CommitNumber

    /// - Parameters:
    ///   - others: every segment but the one that the tombstones are in, and the active one, whose
    ///     commits are all newer.
    ///   - clean: which of them hold nothing that was dead at the commit `version`.
    init(
        beside others: some Sequence<Manifest.Segment>, clean: Set<SegmentNumber>,
        at version: CommitNumber
    ) {
        var limit = CommitNumber(.max)
        for segment in others where segment.firstCommit > CommitNumber(0) {
            let purged = clean.contains(segment.number) ? version : segment.purgedAsOf
            limit = min(limit, max(segment.firstCommit, purged))
        }
        self.limit = limit
    }

    func canDrop(tombstoneOf commit: CommitNumber) -> Bool { commit <= limit }
}
