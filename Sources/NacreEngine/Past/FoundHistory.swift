internal import NacreFormat

/// The history that a snapshot holds, and how far back it can be relied on.
struct FoundHistory {
    let records: RecordHistory
    /// The commit up to which compaction dropped replaced records while nothing was to be kept. It
    /// was read after the snapshot was taken, so a compaction in between only makes it later.
    let purged: CommitNumber
}
