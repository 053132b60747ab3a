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
    /// By entity number.
    let roots: [EntityRoots]
    /// Besides those of ids, by ``IndexDefinition/slot``.
    let trees: [Tree]
    /// The slots of indexes that are still to be built.
    let unbuilt: Set<Int>
    let catalog: Catalog
    let segments: SegmentSet
    let usage: StoreUsage
    /// Behind the commit's last frame, or behind frames that came after it and hold nothing.
    let logEnd: LogEnd
    let pins: VersionPins
    /// The store's, for all of its versions.
    let columns: ColumnStore
    let idKey: IDKey
    /// Of the store's directory.
    let path: String
    private let slabs: NodeSlabs
    /// Of the checkpoint that nodes stand in, if any do.
    private let damage: Poison?

    init(
        stamp: UInt64, commit: CommitNumber, time: Int64, digest: CommitDigest,
        roots: [EntityRoots], trees: [Tree], unbuilt: Set<Int> = [], catalog: Catalog,
        segments: SegmentSet, usage: StoreUsage, logEnd: LogEnd, pins: VersionPins,
        slabs: NodeSlabs, columns: ColumnStore = ColumnStore(), idKey: IDKey, path: String
    ) {
        self.stamp = stamp
        self.commit = commit
        self.time = time
        self.digest = digest
        self.roots = roots
        self.trees = trees
        self.unbuilt = unbuilt
        self.catalog = catalog
        self.segments = segments
        self.usage = usage
        self.logEnd = logEnd
        self.pins = pins
        self.columns = columns
        self.slabs = slabs
        damage = slabs.checkpoint?.damage
        self.idKey = idKey
        self.path = path
        pins.add(stamp, VersionPins.Pin(commit: commit, time: time, usage: usage))
    }

    /// The place of ``logEnd``.
    var end: Position { logEnd.cursor.position }

    /// Whether everything that was read of it so far is right.
    func checkSound() throws(StoreError) { try damage?.check() }

    deinit { pins.remove(stamp) }
}
