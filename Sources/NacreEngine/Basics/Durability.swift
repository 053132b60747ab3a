/// The time by which a commit must be on the disk, so that a power cut cannot undo it. At every
/// level, a store holds a prefix of its commits after a power cut: never half a commit, never a
/// later one without an earlier one. A killed process loses nothing at any level.
public enum Durability: Sendable, Hashable {
    /// Durable before the call that made the commit returns. Commits of several threads share one
    /// sync.
    case durable
    /// Durable at most this long after the call that made the commit has returned.
    case grouped(maxDelay: Duration)
    /// Durable when the store is closed or synced. Before that, a sync occurs after every 32 MiB
    /// written and at the end of a segment.
    case onClose
}

/// The outcome of a change whose call threw. A change whose call returned is committed.
public enum CommitOutcome: String, Sendable, Hashable {
    /// The store does not contain the change and never will.
    case notCommitted
    /// The disk did not report it. After the store is opened again, it contains the whole commit or
    /// nothing of it.
    case unknown
    /// The change is permanently in the store. The failure came after it.
    case committed
}
