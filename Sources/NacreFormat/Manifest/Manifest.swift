/// The durable list of a store's segments, in log order (Formats.md, "Manifest"). It is replaced as
/// a whole, and only when the list or the checkpoint changes, never by a plain commit.
@usableFromInline
package struct Manifest: Sendable, Hashable {
    package var storeID: StoreID
    /// The id of the fork that the store is; nil if it is none. Forks have the id of the store that
    /// they were made of.
    package var fork: StoreID?
    /// The number of the manifest. Each replacement increments it.
    package var generation: UInt64
    package var hashKey: HashKey
    /// The segments that are no longer written, in log order.
    package var segments: [Segment]
    /// The segment that commits are appended to.
    package var active: SegmentNumber
    /// The number of the checkpoint's file, if there is one.
    package var checkpoint: UInt32?

    package init(
        storeID: StoreID, generation: UInt64, hashKey: HashKey, segments: [Segment],
        active: SegmentNumber, checkpoint: UInt32? = nil
    ) {
        self.storeID = storeID
        self.generation = generation
        self.hashKey = hashKey
        self.segments = segments
        self.active = active
        self.checkpoint = checkpoint
    }

    /// The ending of a segment that is no longer written. The words are on disk: do not change.
    @usableFromInline
    package enum Ending: String, Sendable, CaseIterable {
        /// A log segment that was sealed when the next one began.
        case sealed
        /// A log segment whose end a recovery cut off. It has no seal.
        case cut
        /// The output of a compaction, sealed.
        case compacted
    }

    package struct Segment: Sendable, Hashable {
        package var number: SegmentNumber
        package var ending: Ending
        /// The valid length in bytes. The file may be longer; bytes after it are ignored.
        package var length: UInt64
        package var firstCommit: CommitNumber
        package var lastCommit: CommitNumber
        /// The segment holds no version that was already dead at this commit.
        package var purgedAsOf: CommitNumber
        /// The digest over the headers of its frames except the seal, in order.
        package var digest: UInt32

        package init(
            number: SegmentNumber, ending: Ending, length: UInt64, firstCommit: CommitNumber,
            lastCommit: CommitNumber, purgedAsOf: CommitNumber, digest: UInt32
        ) {
            self.number = number
            self.ending = ending
            self.length = length
            self.firstCommit = firstCommit
            self.lastCommit = lastCommit
            self.purgedAsOf = purgedAsOf
            self.digest = digest
        }
    }
}
