internal import NacreFormat

/// The immutable state of a store at one commit: index roots, catalog, and the segments that
/// positions lead into. The only counted object on the way to an object's bytes. Holding one pins
/// it: nodes and segments that it can see stay.
final class Version: Sendable {
    let stamp: UInt64
    let commit: CommitNumber
    /// Of the commit, in microseconds since 1970.
    let time: Int64
    let digest: CommitDigest
    let head: Head
    let segments: SegmentSet
    let usage: StoreUsage
    /// Behind the commit's last frame, or behind frames that came after it and hold nothing.
    let logEnd: LogEnd
    let context: StoreContext
    /// At hand, because every object that is looked for asks for it, and for the next one.
    let idKey: IDKey
    /// Of another view of a version: that one, which is pinned for both.
    private let basis: Version?

    /// The indexes and the schemas: what a change goes back to if it fails.
    struct Head: Sendable, Equatable {
        /// By entity number.
        let roots: [EntityRoots]
        /// Besides those of ids, by ``IndexDefinition/slot``.
        let trees: [Tree]
        /// The slots of indexes that are still to be built.
        let unbuilt: Set<Int>
        let catalog: Catalog

        static func == (one: Self, other: Self) -> Bool {
            one.roots == other.roots && one.trees == other.trees && one.unbuilt == other.unbuilt
                && one.catalog === other.catalog
        }
    }

    init(
        stamp: UInt64, commit: CommitNumber, time: Int64, digest: CommitDigest, head: Head,
        segments: SegmentSet, usage: StoreUsage, logEnd: LogEnd, context: StoreContext,
        basis: Version? = nil
    ) {
        self.basis = basis
        self.stamp = stamp
        self.commit = commit
        self.time = time
        self.digest = digest
        self.head = head
        self.segments = segments
        self.usage = usage
        self.logEnd = logEnd
        self.context = context
        idKey = context.idKey
        if basis == nil { context.pins.add(self) }
    }

    var roots: [EntityRoots] { head.roots }
    var trees: [Tree] { head.trees }
    var unbuilt: Set<Int> { head.unbuilt }
    var catalog: Catalog { head.catalog }

    /// The place of ``logEnd``.
    var end: Position { logEnd.cursor.position }

    /// Whether everything that was read of it so far is right. Counts no references.
    @inline(__always)
    func checkSound() throws(StoreError) {
        guard context.isDamaged else { return }
        try context.damage?.check()
    }

    deinit { if basis == nil { context.pins.remove(self) } }
}
