internal import NacreFormat

/// The immutable state of the store at one commit: index roots, catalog, and the segments that
/// positions refer to. It is the only reference-counted object on the way to an object's bytes.
/// Retaining a version pins it: the nodes and segments that it can see stay.
///
/// Invariants:
/// 1. Every id leads to a row of its own that has a record, and every such row has an id.
/// 2. The rows of an index's entries have records.
final class Version: Sendable, InvariantHolder {
    let stamp: UInt64
    let commit: CommitNumber
    /// The time of the commit, in microseconds since 1970.
    let time: Int64
    let digest: CommitDigest
    let head: Head
    let segments: SegmentSet
    let usage: StoreUsage
    /// The place after the commit's last frame, or after later frames that hold nothing.
    let logEnd: LogEnd
    let context: StoreContext
    /// A copy of the context's key. It is here because every lookup needs it.
    let idKey: IDKey
    /// The version that this one is another view of; nil if there is none. It is pinned for both.
    private let basis: Version?
    /// Whether it is another view of a version, such as a former state.
    var isView: Bool { basis != nil }
    /// The memory of the nodes that only this view has; nil if it has none.
    private let ownNodes: NodeSlabs?
    /// The columns of the view; nil if it is none, or shares those of the other versions.
    let ownColumns: ColumnStore?
    /// The states of full-text indexes that were made for this version.
    let searchStates = SearchStates()
    /// The trees of a former state; nil if they are those of the head.
    let lateTrees: LateTrees?

    /// The indexes and the schemas: the state that a failed change restores.
    struct Head: Sendable, Equatable {
        /// The roots, by entity number.
        let roots: [EntityRoots]
        /// The trees except those of ids, by ``IndexDefinition/slot``. Empty if the version has
        /// ``Version/lateTrees``: ``Version/tree(_:)`` returns either.
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
        basis: Version? = nil, columns: ColumnStore? = nil, nodes: NodeSlabs? = nil,
        lateTrees: LateTrees? = nil
    ) {
        self.basis = basis
        self.lateTrees = lateTrees
        ownNodes = nodes
        ownColumns = columns
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

    /// The position of ``logEnd``.
    var end: Position { logEnd.cursor.position }

    /// Throws if damage was found in the data read so far. Counts no references.
    @inline(__always)
    func checkSound() throws(StoreError) {
        guard context.isDamaged || lateTrees != nil else { return }
        try throwDamage()
    }

    @inline(never)
    private func throwDamage() throws(StoreError) {
        try context.damage?.check()
        try lateTrees?.checkSound()
    }

    deinit { if basis == nil { context.pins.remove(self) } }
}
