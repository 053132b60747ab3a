internal import NacreFormat
internal import Synchronization

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
    /// Of unique attributes, by ``UniqueAttribute/slot``.
    let trees: [Tree]
    let catalog: Catalog
    let segments: SegmentSet
    /// Behind the commit's last frame, or behind frames that came after it and hold nothing.
    let logEnd: LogEnd
    private let pins: VersionPins
    private let slabs: NodeSlabs

    init(
        stamp: UInt64, commit: CommitNumber, time: Int64, digest: CommitDigest,
        roots: [EntityRoots], trees: [Tree], catalog: Catalog, segments: SegmentSet,
        logEnd: LogEnd, pins: VersionPins, slabs: NodeSlabs
    ) {
        self.stamp = stamp
        self.commit = commit
        self.time = time
        self.digest = digest
        self.roots = roots
        self.trees = trees
        self.catalog = catalog
        self.segments = segments
        self.logEnd = logEnd
        self.pins = pins
        self.slabs = slabs
        pins.add(stamp)
    }

    /// The place of ``logEnd``.
    var end: Position { logEnd.cursor.position }

    deinit { pins.remove(stamp) }
}

/// The stamps of all living versions. A version that goes only says so here: freeing nodes is the
/// writer's work, so that no reader's thread ever pays for it.
final class VersionPins: Sendable {
    private let stamps = Mutex<[UInt64: Int]>([:])

    func add(_ stamp: UInt64) { stamps.withLock { $0[stamp, default: 0] += 1 } }

    func remove(_ stamp: UInt64) {
        stamps.withLock { stamps in
            guard let count = stamps[stamp] else { return }
            stamps[stamp] = count > 1 ? count - 1 : nil
        }
    }

    /// Ascending.
    var pinned: [UInt64] { stamps.withLock { $0.keys.sorted() } }
}
