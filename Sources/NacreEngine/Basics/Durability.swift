/// When a commit has to be on the disk, so that a power cut cannot take it back. Whatever is
/// chosen, a store holds a prefix of its commits after a power cut: never half of one, never a
/// later one without an earlier one. A process that is killed loses nothing at any level.
public enum Durability: Sendable, Hashable {
    /// Before the call that made it returns. Commits of several threads share one sync.
    case durable
    /// At most this long after the call that made it has returned.
    case grouped(maxDelay: Duration)
    /// When the store is closed or synced; before that, whenever 32 MiB were written since, and
    /// when a segment ends.
    case onClose
}

/// What became of a change whose call has thrown. One whose call has returned is committed.
public enum CommitOutcome: String, Sendable, Hashable {
    /// Nothing of the change is in the store, nor will it ever be.
    case notCommitted
    /// The disk did not say: opening the store again shows whether the commit is whole in it or not
    /// at all.
    case unknown
    /// The change is in the store for good. What failed came after it.
    case committed
}
