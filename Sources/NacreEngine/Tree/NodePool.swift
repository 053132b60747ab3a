/// Makes, copies and frees the nodes of all trees and row tables of a store. Used only by the
/// writer, never by readers. Pools made from its ``Origin`` make nodes for it on other threads. It
/// takes over their nodes when they are done.
///
/// Every node carries the stamp of the change that made it, or of the part of the change since a
/// mark. The writer changes nodes made since the innermost mark in place, and copies others. The
/// old copy is then *retired*: versions from its birth up to its retirement, and marks of the
/// pending change, still see it. A retired node is freed once no pinned version lies in between.
///
/// The state is private, and no code called during an access calls back into the pool. Accesses
/// therefore never overlap, and exclusivity checks are off.
///
/// Invariants:
/// 1. Every node is in exactly one state: reachable from the writer's roots, retired by the pending
///    change, garbage (retired by a published change), or free.
/// 2. `made` lists every node of the pending change, so a rollback can free them. If an entry's
///    stamp differs from the node's, the node was freed since and the entry is void.
/// 3. Stamps only grow. No published version has the pending stamp.
/// 4. Roots kept at a mark reach only nodes that are older than the mark's stamp.
/// 5. `ownStamp` is the stamp of the innermost mark, or the first one of the pending change: no
///    version and no mark reaches a node that was made since.
package final class NodePool: InvariantHolder {
    /// The stamp of the pending change.
    @safe @exclusivity(unchecked) private(set) var stamp: UInt64 = 1
    /// The stamp of invariant 5.
    @safe @exclusivity(unchecked) private var ownStamp: UInt64 = 1
    /// The first stamp of the pending change.
    @safe @exclusivity(unchecked) private var firstStamp: UInt64 = 1
    private let slabs: NodeSlabs
    /// The address of the owner of packed blocks below nodes. 0 if there are none.
    @safe @exclusivity(unchecked) private var owner: UInt64 = 0
    /// Whether this pool makes nodes for another one, and perhaps only a few.
    private let isForFew: Bool
    @safe @exclusivity(unchecked) private var free: [Node] = []
    @safe @exclusivity(unchecked) private var made: [MadeNode] = []
    @safe @exclusivity(unchecked) private var retired: [RetiredNode] = []
    /// Garbage that was not checked since it was retired or since a version ended.
    @safe @exclusivity(unchecked) private var garbage: [RetiredNode] = []
    /// Garbage that a living version sees, by the newest such version, ascending. It is checked
    /// again only after that version has ended, so a long-lived snapshot costs nothing meanwhile.
    @safe @exclusivity(unchecked) private var held: [HeldNodes] = []
    @safe @exclusivity(unchecked) private var garbageCount = 0
    /// The number of nodes that were free when memory was last returned, or the lowest number
    /// since.
    @safe @exclusivity(unchecked) private var keptCount = 0
    /// Whether nodes were moved since memory was last returned.
    @safe @exclusivity(unchecked) private var isMoved = false
    /// The number of nodes that the last published change retired.
    @safe @exclusivity(unchecked) private(set) var lastRetiredCount = 0
    /// The active marks, each nested in the one before.
    @safe @exclusivity(unchecked) private var marks: [UsedMark] = []
    /// The number of entries above which `made` is searched for void ones.
    @safe @exclusivity(unchecked) private var madeMax = madeMaxAtFirst

    private static let madeMaxAtFirst = 4096
    /// The stamp of nodes that a checkpoint owns.
    static let frozenStamp: UInt64 = 0
    /// The level of a free node, in builds with checks.
    static let freeLevel = 0xDEAD

    private struct UsedMark {
        let stamp: UInt64
        /// The number of entries in `made` when the mark was set.
        let made: Int
    }

    fileprivate struct MadeNode {
        let node: Node
        let born: UInt64
    }

    fileprivate struct RetiredNode {
        let node: Node
        /// The end of the versions `node.born..<end`, which may still see the node.
        let end: UInt64
    }

    private struct HeldNodes {
        /// The stamp of the version that sees the nodes.
        let stamp: UInt64
        var nodes: [RetiredNode]
    }

    /// A point in the pending change that can be rolled back to or kept, the last one first.
    struct Mark {
        fileprivate let depth: Int
        fileprivate let made: Int
        fileprivate let retired: Int
    }

    package init(slabs: NodeSlabs) {
        self.slabs = slabs
        isForFew = false
    }

    /// Returns a pool whose nodes carry ``frozenStamp``, so every writer copies them. For inner
    /// nodes above packed blocks.
    /// - Parameter owner: The owner of these blocks. It outlives the pool.
    static func frozen(over owner: PackedLeafOwner) -> NodePool {
        let pool = NodePool(Origin(slabs: NodeSlabs(), stamp: frozenStamp, ownStamp: frozenStamp))
        pool.owner = ObjectAddress(owner).rawValue
        return pool
    }

    /// The data that a pool on another thread needs to make nodes for this pool's pending change.
    struct Origin: Sendable {
        let slabs: NodeSlabs
        let stamp: UInt64
        let ownStamp: UInt64
    }

    var origin: Origin { Origin(slabs: slabs, stamp: stamp, ownStamp: ownStamp) }

    /// Makes a pool that makes and copies nodes, until the pool of the origin takes them over.
    init(_ origin: Origin, isForMany: Bool = false) {
        slabs = origin.slabs
        stamp = origin.stamp
        ownStamp = origin.ownStamp
        firstStamp = origin.ownStamp
        owner = ObjectAddress(slabs.packedLeafOwner).rawValue
        isForFew = !isForMany
    }

    /// The nodes that a pool has made, its free ones, and those that it has retired.
    struct Nodes: Sendable {
        fileprivate let made: [MadeNode]
        fileprivate let free: [Node]
        fileprivate let retired: [RetiredNode]
    }

    var nodes: Nodes { Nodes(made: made, free: free, retired: retired) }

    /// Takes over the nodes of a pool made from this one's origin, as if this one had made them.
    func take(_ nodes: Nodes) {
        made += nodes.made
        free += nodes.free
        retired += nodes.retired
    }

    /// Sets the owner of the packed blocks that will be below nodes. It is kept as long as the
    /// nodes' memory.
    /// - Parameter owner: The owner, or nil if no node in use has such blocks.
    func use(_ owner: PackedLeafOwner?) {
        slabs.keep(owner)
        self.owner = ObjectAddress(owner).rawValue
    }

    /// The number of nodes that are neither free nor garbage, including the pending change's.
    var liveCount: Int { slabs.nodeCount - free.count - garbageCount }

    /// The number of all nodes, in any state.
    var nodeCount: Int { slabs.nodeCount }
    /// The size of all nodes, in bytes.
    package var memorySize: Int { nodeCount * Node.size }

    /// The number of garbage nodes that some version still saw when they were checked.
    var heldCount: Int { held.reduce(0) { $0 + $1.nodes.count } }
    /// The number of nodes that the pending change remembers for a rollback.
    var madeCount: Int { made.count }

    /// The free nodes, and those that the writer's roots no longer reach.
    var unreachable: (free: [Node], retired: [Node]) { (free, leaving.map(\.node)) }
    private var leaving: [RetiredNode] { retired + garbage + held.flatMap(\.nodes) }

    /// Checks the stamps.
    func checkStamps() throws(BrokenInvariant) {
        let areNew = made.allSatisfy { $0.node.born != $0.born || $0.born >= firstStamp }
        try Self.require(areNew, 2, "a node of an earlier change is pending")
        try Self.require(leaving.allSatisfy { $0.end <= stamp }, 3, "a node left after \(stamp)")
        let own = marks.last?.stamp ?? firstStamp
        try Self.require(ownStamp == own, 5, "nodes are own from \(ownStamp) on, not \(own)")
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        func breakInvariant(_ number: Int) {
            switch number {
            case 1: free += leaving.map(\.node)
            case 2: made += garbage.map { MadeNode(node: $0.node, born: $0.node.born) }
            case 3: garbage = garbage.map { RetiredNode(node: $0.node, end: .max) }
            default: ownStamp += 1
            }
        }
    #endif

    /// Returns a node of zeros.
    func make(level: Int) -> Node {
        let node = free.popLast() ?? refill()
        node.clear()
        node.level = level
        return own(node)
    }

    /// Makes a node part of the pending change.
    private func own(_ node: Node) -> Node {
        node.born = stamp
        node.owner = owner
        made.append(MadeNode(node: node, born: stamp))
        return node
    }

    private func refill() -> Node {
        free = slabs.grow(byFew: isForFew)
        return free.removeLast()
    }

    /// Returns the node itself if it was made since the innermost mark, otherwise a copy that
    /// replaces it.
    func writable(_ node: Node) -> Node {
        if node.born >= ownStamp { return node }
        let copy = free.popLast() ?? refill()
        copy.copy(from: node)
        retire(node)
        return own(copy)
    }

    /// Retires a node that the pending change no longer reaches. A node that only this part of the
    /// change has seen is freed at once. Packed blocks and frozen nodes belong to their checkpoint
    /// and are left alone.
    func retire(_ node: Node) {
        guard !node.isPacked else { return }
        if node.born >= ownStamp { return release(node) }
        #if NACRE_CHECKS
            precondition(node.level != Self.freeLevel, "NodePool, invariant 1: a node is free")
        #endif
        if node.born == Self.frozenStamp { return }
        retired.append(RetiredNode(node: node, end: stamp))
    }

    /// Begins a part of the pending change that can be rolled back separately. From here on, even
    /// nodes of the pending change are copied.
    func mark() -> Mark {
        stamp += 1
        ownStamp = stamp
        marks.append(UsedMark(stamp: stamp, made: made.count))
        return Mark(depth: marks.count, made: made.count, retired: retired.count)
    }

    /// Keeps the changes since the mark. Its roots are no longer needed, and nodes that only they
    /// reached are freed, so any number of marks leaves no more nodes than one.
    func keep(_ mark: Mark) {
        endMarks(from: mark)
        var kept: [RetiredNode] = []
        for piece in retired[mark.retired...] {
            if piece.node.born < ownStamp { kept.append(piece) } else { release(piece.node) }
        }
        retired.replaceSubrange(mark.retired..., with: kept)
        forgetFreed()
    }

    private func endMarks(from mark: Mark) {
        marks.removeSubrange((mark.depth - 1)...)
        ownStamp = marks.last?.stamp ?? firstStamp
    }

    /// Removes void entries from `made`, except those that a mark counts, so that any number of
    /// marks leaves no more entries than nodes. Runs when there are twice as many entries as last
    /// time.
    private func forgetFreed() {
        guard made.count > madeMax else { return }
        let start = marks.last?.made ?? 0
        made.replaceSubrange(
            start..., with: made[start...].filter { $0.node.born == $0.born })
        madeMax = max(Self.madeMaxAtFirst, 2 * made.count)
    }

    /// Frees the nodes made since the mark, and restores the retired ones.
    func rollBack(to mark: Mark) {
        endMarks(from: mark)
        for entry in made[mark.made...] where entry.node.born == entry.born {
            release(entry.node)
        }
        made.removeSubrange(mark.made...)
        retired.removeSubrange(mark.retired...)
    }

    /// Publishes the pending change as a version, and begins a new change.
    /// - Returns: The version's stamp.
    @discardableResult
    package func publish() -> UInt64 {
        lastRetiredCount = retired.count
        keptCount = min(keptCount, free.count)
        garbage += retired
        garbageCount += retired.count
        retired.removeAll(keepingCapacity: true)
        made.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        madeMax = Self.madeMaxAtFirst
        defer {
            stamp += 1
            (firstStamp, ownStamp) = (stamp, stamp)
        }
        return stamp
    }

    /// Frees garbage that no version can see.
    /// - Parameters:
    ///   - pinned: The stamps of the pinned versions, ascending.
    ///   - limit: The maximum number of garbage nodes to check, so a single commit never does much
    ///     work.
    package func reclaim(pinned: [UInt64], limit: Int = .max) {
        for place in held.indices.reversed() where !pinned.containsSorted(held[place].stamp) {
            var pieces = held.remove(at: place).nodes
            // The order does not matter, so the longer list stays in place.
            if pieces.count > garbage.count { swap(&garbage, &pieces) }
            garbage += pieces
        }
        let start = max(0, garbage.count - limit)
        release(garbage[start...], unlessIn: pinned)
        garbage.removeSubrange(start...)
        giveBack()
    }

    /// Whether enough nodes are free to make moving others worthwhile: more than a slab of them,
    /// and more than a sixteenth of all. Small slabs are never returned.
    package var isSparse: Bool {
        let spare = free.count - NodeSlabs.largeCount
        return spare > 0 && spare > nodeCount / 16 && slabs.isLarge
    }

    /// Moves nodes into fewer slabs. The others are returned to the system once the change is
    /// published and no version sees their former content.
    /// - Parameter body: Moves the nodes of all trees and row tables. Nothing else is pending.
    package func moveTogether(_ body: (NodeMove) -> Void) {
        let slabs = slabs.sparse(free, limit: Self.movedMax)
        guard !slabs.isEmpty else { return }
        let start = free.partition { !slabs.contains(NodeSlabs.Large(of: $0)) }
        let leaving = free[..<start]
        free.removeSubrange(..<start)
        body(NodeMove(outOf: slabs, self))
        // At the beginning, so they are used last, in case one of the slabs must stay.
        free.insert(contentsOf: leaving, at: 0)
        isMoved = true
    }

    /// The maximum number of slabs that are emptied at a time, so that other writes do not wait
    /// long.
    private static let movedMax = 32

    /// Returns memory after a large change has freed much of it. The search takes time proportional
    /// to the free nodes, so it runs only if there are many more than last time.
    private func giveBack() {
        // A pending change may have freed nodes that it made itself, so none may be pending.
        let isQuiet = made.isEmpty && marks.isEmpty
        guard isQuiet, isMoved || free.count - keptCount >= Self.giveBackMin else { return }
        isMoved = false
        slabs.giveBack(&free)
        keptCount = free.count
    }

    private static let giveBackMin = 2 * NodeSlabs.largeCount

    /// Frees garbage nodes. Nodes that a version sees are held for the newest such version.
    private func release(_ pieces: ArraySlice<RetiredNode>, unlessIn pinned: [UInt64]) {
        // The nodes from `start` on are seen by one version, usually all by the same one.
        var (keeper, start): (UInt64?, Int) = (nil, pieces.startIndex)
        // All nodes retired by one change have the same end.
        var end: UInt64 = 0
        var newest: UInt64?
        for place in pieces.indices {
            let piece = pieces[place]
            if piece.end != end {
                end = piece.end
                newest = pinned.last(below: end)
            }
            let version = newest.flatMap { $0 < piece.node.born ? nil : $0 }
            if version != keeper {
                hold(pieces[start..<place], for: keeper)
                (keeper, start) = (version, place)
            }
            if version == nil {
                release(piece.node)
                garbageCount -= 1
            }
        }
        hold(pieces[start...], for: keeper)
    }

    private func hold(_ pieces: ArraySlice<RetiredNode>, for version: UInt64?) {
        guard let version, !pieces.isEmpty else { return }
        let place = held.partitioningIndex { $0.stamp >= version }
        if place == held.count || held[place].stamp != version {
            held.insert(HeldNodes(stamp: version, nodes: []), at: place)
        }
        held[place].nodes += pieces
    }

    private func release(_ node: Node) {
        #if NACRE_CHECKS
            // A reader that still used it would now see obvious nonsense instead of plausible data.
            node.clear()
            node.level = Self.freeLevel
        #endif
        // 0 is older than every stamp, so all the node's entries in `made` are void, even
        // duplicates.
        node.born = 0
        free.append(node)
    }
}
