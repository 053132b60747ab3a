internal import NacreFormat
internal import Synchronization

/// Owns the memory of all nodes, and keeps the owner of packed blocks alive. Versions retain it, so
/// a snapshot outlives its store.
@safe package final class NodeSlabs: Sendable {
    // SAFETY: the addresses are allocated here, handed out once, and freed when the last version
    // and the pool are gone.
    private let slabs = Mutex(Slabs())
    // SAFETY: set once, before any other code has nodes that lead into it.
    private nonisolated(unsafe) var owner: PackedLeafOwner?

    package init() {}

    private struct Slabs {
        /// The addresses of slabs of few nodes each.
        var small: [UInt] = []
        var large: Set<Large> = []
        var nodeCount = 0
    }

    /// A slab of many nodes that occupies a whole huge page.
    struct Large: Hashable {
        private let page: UInt

        fileprivate init(at address: UInt) { page = address / UInt(HugePages.size) }

        /// Returns the slab of a node. For a node of a small slab, the result is a slab that does
        /// not exist.
        init(of node: Node) { self.init(at: UInt(node.address)) }

        fileprivate func deallocate() {
            let address = page * UInt(HugePages.size)
            guard let base = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
            // The allocator may keep the address range for later, but the system gets the memory
            // now.
            unsafe HugePages.giveBack(base, count: HugePages.size)
            unsafe base.deallocate()
        }
    }

    /// The number of nodes in each of the first slabs. Later slabs are huge pages, which a small
    /// store would not fill.
    private static let fewNodes = 64
    private static let fewNodesMax = 2 * HugePages.size / Node.size
    /// The number of nodes in a large slab.
    static let largeCount = HugePages.size / Node.size

    var nodeCount: Int { slabs.withLock { $0.nodeCount } }

    /// Whether there are so many nodes that further ones come in large slabs.
    var isLarge: Bool { nodeCount >= Self.fewNodesMax }

    /// Allocates a slab and returns its nodes.
    /// - Parameter isForFew: Whether to allocate a small slab in any case.
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

    /// Returns the memory of large slabs whose nodes are all free.
    /// - Parameter free: Free nodes that no version reaches. The nodes of these slabs are removed.
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

    /// Returns the large slabs with the fewest nodes in use: as many as can be emptied into the
    /// free nodes of all others.
    /// - Parameters:
    ///   - free: The free nodes.
    ///   - limit: The maximum number of slabs.
    func sparse(_ free: [Node], limit: Int) -> Set<Large> {
        let counts = Self.counts(free)
        // Emptying a slab loses its free nodes to the others, and needs a free node for each one in
        // use.
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

    /// The owner of the packed blocks that are leaves. Nil if there are none.
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
