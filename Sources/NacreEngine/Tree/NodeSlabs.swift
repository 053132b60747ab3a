internal import NacreFormat
internal import Synchronization

/// Owns the memory of all nodes, and the checkpoint that packed ones stand in. Versions hold on to
/// it, so that a snapshot outlives its store.
@safe final class NodeSlabs: Sendable {
    // SAFETY: the addresses are allocated here, handed out once, and freed when the last version
    // and the pool are gone.
    private let slabs = Mutex(Slabs())
    // SAFETY: set once, before anybody else has nodes that lead into it.
    private nonisolated(unsafe) var blocks: CheckpointBlocks?

    private struct Slabs {
        var addresses: [UInt] = []
        var nodeCount = 0
    }

    /// Of a slab, at first. Those behind these are huge pages, which a small store would not fill.
    private static let fewNodes = 64
    private static let fewNodesMax = 2 * HugePages.size / Node.size

    var nodeCount: Int { slabs.withLock { $0.nodeCount } }

    /// Nodes that nobody has.
    /// - Parameter isForFew: whether not to ask for a huge page in any case.
    func grow(byFew isForFew: Bool) -> [Node] {
        let isSmall = isForFew || nodeCount < Self.fewNodesMax
        let count = isSmall ? Self.fewNodes : HugePages.size / Node.size
        let base = UnsafeMutableRawPointer.allocate(
            byteCount: isSmall ? count * Node.size : HugePages.size,
            alignment: isSmall ? 16 : HugePages.size)
        if !isSmall { unsafe HugePages.prefer(for: base, count: HugePages.size) }
        let address = UInt(bitPattern: base)
        slabs.withLock {
            $0.addresses.append(address)
            $0.nodeCount += count
        }
        return (0..<count).map { unsafe Node(base: base + $0 * Node.size) }
    }

    /// The blocks of a checkpoint that are nodes; nil if there are none.
    var checkpoint: CheckpointBlocks? { unsafe blocks }

    /// Keeps them.
    func keep(_ blocks: CheckpointBlocks) { unsafe self.blocks = blocks }

    deinit {
        slabs.withLock { slabs in
            for address in slabs.addresses {
                unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
            }
        }
    }
}
