internal import NacreFormat
internal import Synchronization

/// Owns the memory of all nodes, and keeps the owner of packed blocks. Versions hold on to it, so
/// that a snapshot outlives its store.
@safe package final class NodeSlabs: Sendable {
    // SAFETY: the addresses are allocated here, handed out once, and freed when the last version
    // and the pool are gone.
    private let slabs = Mutex(Slabs())
    // SAFETY: set once, before anybody else has nodes that lead into it.
    private nonisolated(unsafe) var owner: PackedLeafOwner?

    package init() {}

    private struct Slabs {
        /// Of few nodes each.
        var small: [UInt] = []
        var large: Set<Large> = []
        var nodeCount = 0
    }

    /// A slab of many nodes, which has a huge page for itself.
    struct Large: Hashable {
        private let page: UInt

        fileprivate init(at address: UInt) { page = address / UInt(HugePages.size) }

        /// The slab of a node. Of a node of a small slab, one that does not exist.
        init(of node: Node) { self.init(at: UInt(node.address)) }

        fileprivate func deallocate() {
            let address = page * UInt(HugePages.size)
            guard let base = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
            // The allocator may keep the room for later; the system gets the memory now.
            unsafe HugePages.giveBack(base, count: HugePages.size)
            unsafe base.deallocate()
        }
    }

    /// Of a slab, at first. Those behind these are huge pages, which a small store would not fill.
    private static let fewNodes = 64
    private static let fewNodesMax = 2 * HugePages.size / Node.size
    /// Of a large slab.
    static let largeCount = HugePages.size / Node.size

    var nodeCount: Int { slabs.withLock { $0.nodeCount } }

    /// Whether there are so many nodes that more of them come in large slabs.
    var isLarge: Bool { nodeCount >= Self.fewNodesMax }

    /// Nodes that nobody has.
    /// - Parameter isForFew: whether not to ask for a huge page in any case.
    func grow(byFew isForFew: Bool) -> [Node] {
        let isSmall = isForFew || !isLarge
        let count = isSmall ? Self.fewNodes : Self.largeCount
        let base = UnsafeMutableRawPointer.allocate(
            byteCount: isSmall ? count * Node.size : HugePages.size,
            alignment: isSmall ? 16 : HugePages.size)
        if !isSmall { unsafe HugePages.prefer(for: base, count: HugePages.size) }
        let address = UInt(bitPattern: base)
        slabs.withLock {
            if isSmall {
                $0.small.append(address)
            } else {
                $0.large.insert(Large(at: address))
            }
            $0.nodeCount += count
        }
        return (0..<count).map { unsafe Node(base: base + $0 * Node.size) }
    }

    /// Gives the memory of large slabs back of which all nodes are free.
    /// - Parameter free: nodes that nobody has and no version reaches. Those of such slabs
    ///   are taken out.
    func giveBack(_ free: inout [Node]) {
        let counts = Self.counts(free)
        let idle = slabs.withLock { slabs in
            let idle = slabs.large.filter { counts[$0] == Self.largeCount }
            slabs.large.subtract(idle)
            slabs.nodeCount -= idle.count * Self.largeCount
            return idle
        }
        free.removeAll { idle.contains(Large(of: $0)) }
        for slab in idle { slab.deallocate() }
    }

    /// The large slabs of which the fewest nodes are in use: as many as have room for these among
    /// the free nodes of all others.
    /// - Parameters:
    ///   - free: nodes that nobody has.
    ///   - limit: how many slabs, at most.
    func sparse(_ free: [Node], limit: Int) -> Set<Large> {
        let counts = Self.counts(free)
        // Each takes its own free nodes from the others, and needs one for each that is in use.
        let count = min(limit, free.count / Self.largeCount)
        let large = slabs.withLock { Array($0.large) }
        let sparsest = large.sorted { counts[$0, default: 0] > counts[$1, default: 0] }
        return Set(sparsest.prefix(count))
    }

    private static func counts(_ free: [Node]) -> [Large: Int] {
        var counts: [Large: Int] = [:]
        for node in free { counts[Large(of: node), default: 0] += 1 }
        return counts
    }

    /// The owner of the packed blocks that are leaves; nil if there are none.
    var packedLeafOwner: PackedLeafOwner? { unsafe owner }

    func keep(_ owner: PackedLeafOwner?) { unsafe self.owner = owner }

    deinit {
        slabs.withLock { slabs in
            for address in slabs.small {
                unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
            }
            for slab in slabs.large { slab.deallocate() }
        }
    }
}
