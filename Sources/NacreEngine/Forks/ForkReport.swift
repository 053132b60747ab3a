/// The result of a fork.
public struct ForkReport: Sendable, Hashable {
    /// The commit whose state the fork has.
    public internal(set) var commit: UInt64 = 0
    /// The newest commit of the fork. It is a later one than ``commit`` if settings of the history
    /// had to be changed, for example because consumers of commits were dropped.
    public internal(set) var lastCommit: UInt64 = 0
    /// The size of the segments whose bytes on the disk the fork shares with the store.
    public internal(set) var sharedBytes = 0
    /// The size of the other segments.
    public internal(set) var copiedBytes = 0
    /// The names of entities that have no objects in the fork, because the store does not keep what
    /// they were at that commit.
    public internal(set) var emptyEntities: [String] = []
    /// Whether the store remembers that the fork exists, so that erases name it. A store that is
    /// open for reading only cannot remember anything, nor can a full disk.
    public internal(set) var isRecorded = false
}
