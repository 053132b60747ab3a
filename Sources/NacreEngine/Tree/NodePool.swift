/// Makes, copies and frees the nodes of all trees and row tables of a store. Used by the writer
/// only; readers never ask it for anything. Pools of one ``Origin`` make nodes for it on other
/// threads, where it takes them over when they are done.
///
/// Every node carries the stamp of the change that made it, or of the part of the change: a mark
/// begins one. The writer changes nodes in place that were made since the innermost mark, and
/// copies others, whose old copy is then *retired*: versions from its birth up to its retirement,
/// and marks of the pending change, still see it. A retired node is freed once no pinned version
/// lies in between.
///
/// What it keeps is private, and nothing that is called meanwhile asks the pool: so accesses do not
/// overlap, and are not checked for it.
///
/// Invariants:
/// 1. Every node is in exactly one state: reachable from the writer's roots, retired by the pending
///    change, garbage (retired by a published change), or free.
/// 2. `made` lists every node of the pending change, so that a rollback can free them. An entry
///    whose stamp is not the node's is of a node that was freed since.
/// 3. Stamps only grow; no published version has the pending stamp.
/// 4. Roots that were kept at a mark reach only nodes that are older than the mark's stamp.
/// 5. `ownStamp` is that of the innermost mark, or the first one of the pending change: no version
///    and no mark reaches a node that was made since.
package final class NodePool {
    /// Of the pending change.
    @safe @exclusivity(unchecked) private(set) var stamp: UInt64 = 1
    /// See invariant 5.
    @safe @exclusivity(unchecked) private var ownStamp: UInt64 = 1
    /// The first one of the pending change.
    @safe @exclusivity(unchecked) private var firstStamp: UInt64 = 1
    private let slabs: NodeSlabs
    /// The address of the owner of packed blocks below nodes; 0 if there are none.
    @safe @exclusivity(unchecked) private var owner: UInt64 = 0
    /// Whether it makes nodes for another one, which may be few.
    private let isBesideAnother: Bool
    @safe @exclusivity(unchecked) private var free: [Node] = []
    @safe @exclusivity(unchecked) private var made: [MadeNode] = []
    @safe @exclusivity(unchecked) private var retired: [RetiredNode] = []
    /// Garbage that nobody has looked at since it came or since a version went.
    @safe @exclusivity(unchecked) private var garbage: [RetiredNode] = []
    /// Garbage that a living version sees, by the newest such version, ascending: looked at again
    /// only when that one has gone, so that a snapshot held for long costs nothing meanwhile.
    @safe @exclusivity(unchecked) private var held: [HeldNodes] = []
    @safe @exclusivity(unchecked) private var garbageCount = 0
    /// How many nodes were free when memory was last given back, or fewer since.
    @safe @exclusivity(unchecked) private var keptCount = 0
    /// Whether nodes were moved since memory was last given back.
    @safe @exclusivity(unchecked) private var isMoved = false
    /// How many nodes the last published change retired.
    @safe @exclusivity(unchecked) private(set) var lastRetiredCount = 0
    /// The marks that are in use, each within the one before.
    @safe @exclusivity(unchecked) private var marks: [UsedMark] = []
    /// With more entries than this, `made` is worth a look for those that are void.
    @safe @exclusivity(unchecked) private var madeMax = madeMaxAtFirst

    private static let madeMaxAtFirst = 4096

    private struct UsedMark {
        let stamp: UInt64
        /// How many entries `made` had.
        let made: Int
    }

    fileprivate struct MadeNode {
        let node: Node
        let born: UInt64
    }

    fileprivate struct RetiredNode {
        let node: Node
        /// Versions of `node.born..<end` may still see it.
        let end: UInt64
    }

    private struct HeldNodes {
        /// Of the version that sees them.
        let stamp: UInt64
        var nodes: [RetiredNode]
    }

    /// A place in the pending change, to be rolled back to or kept, the last one first.
    struct Mark {
        fileprivate let depth: Int
        fileprivate let made: Int
        fileprivate let retired: Int
    }

    package init(slabs: NodeSlabs) {
        self.slabs = slabs
        isBesideAnother = false
    }

    /// A pool whose nodes have the stamp 0, so that each writer copies them. For inner nodes above
    /// packed blocks.
    /// - Parameter owner: of these blocks. It outlives the pool.
    static func frozen(over owner: PackedLeafOwner) -> NodePool {
        let pool = NodePool(Origin(slabs: NodeSlabs(), stamp: 0, ownStamp: 0))
        pool.owner = owner.address
        return pool
    }

    /// What a pool on another thread needs to make nodes for the pending change of this one.
    struct Origin: Sendable {
        fileprivate let slabs: NodeSlabs
        fileprivate let stamp: UInt64
        fileprivate let ownStamp: UInt64
    }

    var origin: Origin { Origin(slabs: slabs, stamp: stamp, ownStamp: ownStamp) }

    /// A pool that makes nodes and copies others, until the one it is beside takes them.
    init(_ origin: Origin) {
        slabs = origin.slabs
        stamp = origin.stamp
        ownStamp = origin.ownStamp
        firstStamp = origin.ownStamp
        owner = slabs.packedLeafOwner?.address ?? 0
        isBesideAnother = true
    }

    /// What a pool has made, what it has left, and what is no longer reached.
    struct Nodes: Sendable {
        fileprivate let made: [MadeNode]
        fileprivate let free: [Node]
        fileprivate let retired: [RetiredNode]
    }

    var nodes: Nodes { Nodes(made: made, free: free, retired: retired) }

    /// Takes over the nodes of a pool that was made beside this one, as if this one had made them.
    func take(_ nodes: Nodes) {
        made += nodes.made
        free += nodes.free
        retired += nodes.retired
    }

    /// Names the owner of the packed blocks that are going to be below nodes. Kept as long as the
    /// memory of the nodes.
    /// - Parameter owner: nil if no node that is in use has such blocks.
    func use(_ owner: PackedLeafOwner?) {
        slabs.keep(owner)
        self.owner = owner?.address ?? 0
    }

    /// Nodes that are neither free nor garbage, with the pending change.
    var liveCount: Int { slabs.nodeCount - free.count - garbageCount }

    /// All that there are, in whatever state.
    var nodeCount: Int { slabs.nodeCount }

    /// Of all of them, in bytes.
    package var memorySize: Int { nodeCount * Node.size }

    /// Garbage that some version still saw when it was looked at.
    var heldCount: Int { held.reduce(0) { $0 + $1.nodes.count } }

    /// How many nodes the pending change remembers for a rollback.
    var madeCount: Int { made.count }

    /// A node of zeros.
    func make(level: Int) -> Node {
        let node = free.popLast() ?? refill()
        node.clear()
        node.level = level
        return own(node)
    }

    /// Makes a node one of the pending change.
    private func own(_ node: Node) -> Node {
        node.born = stamp
        node.owner = owner
        made.append(MadeNode(node: node, born: stamp))
        return node
    }

    private func refill() -> Node {
        free = slabs.grow(byFew: isBesideAnother)
        return free.removeLast()
    }

    /// The node itself if it was made since the innermost mark, else a copy in its place.
    func writable(_ node: Node) -> Node {
        if node.born >= ownStamp { return node }
        let copy = free.popLast() ?? refill()
        copy.copy(from: node)
        retire(node)
        return own(copy)
    }

    /// The pending change no longer reaches the node. A packed one belongs to its checkpoint; one
    /// that only this part of the change has seen is free at once.
    func retire(_ node: Node) {
        guard !node.isPacked else { return }
        if node.born >= ownStamp { return release(node) }
        retired.append(RetiredNode(node: node, end: stamp))
    }

    /// Begins a part of the pending change that can be rolled back by itself: from here on, even
    /// nodes of the pending change are copied.
    func mark() -> Mark {
        stamp += 1
        ownStamp = stamp
        marks.append(UsedMark(stamp: stamp, made: made.count))
        return Mark(depth: marks.count, made: made.count, retired: retired.count)
    }

    /// What was done since the mark stays, and nobody needs the roots of that time any more. Frees
    /// what only they reached, so that any number of marks leaves no more nodes than one.
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

    /// Takes void entries out of `made`, as far as no mark counts them: any number of marks leaves
    /// no more than the nodes that there are. Looked for when there are twice as many as the last
    /// time.
    private func forgetFreed() {
        guard made.count > madeMax else { return }
        let start = marks.last?.made ?? 0
        made.replaceSubrange(
            start..., with: made[start...].filter { $0.node.born == $0.born })
        madeMax = max(Self.madeMaxAtFirst, 2 * made.count)
    }

    /// Frees what was made since the mark, and un-retires what was retired.
    func rollBack(to mark: Mark) {
        endMarks(from: mark)
        for entry in made[mark.made...] where entry.node.born == entry.born {
            release(entry.node)
        }
        made.removeSubrange(mark.made...)
        retired.removeSubrange(mark.retired...)
    }

    /// The pending change becomes a version, and a new change begins.
    /// - Returns: the stamp of the version.
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
    ///   - pinned: the stamps of the versions that somebody holds, ascending.
    ///   - limit: how many pieces of garbage to look at, so that one commit never pays for much.
    package func reclaim(pinned: [UInt64], limit: Int = .max) {
        for place in held.indices.reversed() where !pinned.containsSorted(held[place].stamp) {
            var pieces = held.remove(at: place).nodes
            // In no order: the longer list stays where it is.
            if pieces.count > garbage.count { swap(&garbage, &pieces) }
            garbage += pieces
        }
        let start = max(0, garbage.count - limit)
        release(garbage[start...], unlessIn: pinned)
        garbage.removeSubrange(start...)
        giveBack()
    }

    /// Whether so many nodes are free that others are worth moving: more than a slab of them, and a
    /// sixteenth of all. Small slabs are never given back.
    package var isSparse: Bool {
        let spare = free.count - NodeSlabs.largeCount
        return spare > 0 && spare > nodeCount / 16 && slabs.isLarge
    }

    /// Brings nodes together in fewer slabs. The others are given back once the change is published
    /// and no version sees what stood in them.
    /// - Parameter body: has the nodes of all trees and row tables moved. Nothing else is pending.
    package func moveTogether(_ body: (NodeMove) -> Void) {
        let slabs = slabs.sparse(free, limit: Self.movedMax)
        guard !slabs.isEmpty else { return }
        let start = free.partition { !slabs.contains(NodeSlabs.Large(of: $0)) }
        let leaving = free[..<start]
        free.removeSubrange(..<start)
        body(NodeMove(outOf: slabs, self))
        // Taken last, should one of them have to stay.
        free.insert(contentsOf: leaving, at: 0)
        isMoved = true
    }

    /// Of slabs that are emptied at a time: nobody who writes meanwhile waits for long.
    private static let movedMax = 32

    /// Gives memory back when a large change has left much of it free. Looking for it takes as long
    /// as there are free nodes: so it is looked for when there are many more than the last time.
    private func giveBack() {
        // No change is pending, which may have freed what it has made.
        let isQuiet = made.isEmpty && marks.isEmpty
        guard isQuiet, isMoved || free.count - keptCount >= Self.giveBackMin else { return }
        isMoved = false
        slabs.giveBack(&free)
        keptCount = free.count
    }

    private static let giveBackMin = 2 * NodeSlabs.largeCount

    /// Frees pieces of garbage, but puts those that are seen to the newest version that sees them.
    private func release(_ pieces: ArraySlice<RetiredNode>, unlessIn pinned: [UInt64]) {
        // Those from `start` on are seen by one version, as a rule all of them by the same one.
        var (keeper, start): (UInt64?, Int) = (nil, pieces.startIndex)
        // What one change has retired has one end.
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
            // A reader that still had it would now see nonsense instead of plausible data.
            node.clear()
            node.level = 0xDEAD
        #endif
        // Older than every stamp: its entries in `made` are void, also where one is there twice.
        node.born = 0
        free.append(node)
    }
}

extension Array where Element: Comparable {
    /// The last element of an ascending array that is below another one.
    fileprivate func last(below bound: Element) -> Element? {
        let index = partitioningIndex { $0 >= bound }
        return index > 0 ? self[index - 1] : nil
    }

    /// Whether an ascending array holds the element.
    func containsSorted(_ element: Element) -> Bool {
        let index = partitioningIndex { $0 >= element }
        return index < count && self[index] == element
    }
}
