internal import NacreFormat
internal import Synchronization

/// Owns the memory of all nodes, and the checkpoint that packed ones stand in. Versions hold on to
/// it, so that a snapshot outlives its store.
@safe final class NodeSlabs: Sendable {
    // SAFETY: the addresses are allocated here, handed out once, and freed when the last version
    // and the pool are gone.
    private let slabs = Mutex<[UInt]>([])
    private let checkpoint = Mutex<MappedBytes?>(nil)
    private static let nodesPerSlab = 64

    var nodeCount: Int { slabs.withLock { $0.count * Self.nodesPerSlab } }

    /// Nodes that nobody has.
    func grow() -> [Node] {
        let base = UnsafeMutableRawPointer.allocate(
            byteCount: Self.nodesPerSlab * Node.size, alignment: 16)
        let address = UInt(bitPattern: base)
        slabs.withLock { $0.append(address) }
        return (0..<Self.nodesPerSlab).map { unsafe Node(base: base + $0 * Node.size) }
    }

    /// Keeps the bytes of a checkpoint that nodes are going to stand in.
    func keep(_ mapping: MappedBytes) { checkpoint.withLock { $0 = mapping } }

    deinit {
        slabs.withLock { slabs in
            for address in slabs {
                unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
            }
        }
    }
}
