internal import NacreFormat
internal import Synchronization

/// The tree of ids, or of an index, as a checkpoint holds it. Its tops are checked, and its inner
/// nodes made, when somebody first looks at it: opening a store waits for none that nobody asks. If
/// the tops are damaged, the tree is made anew from the log. Any number of threads may look.
final class CheckpointTree: Sendable {
    let section: CheckpointSection
    /// What keys are ahead of their rows by, if these seem to be ids that were given in order; see
    /// ``Tree/likelyRow(of:)``.
    let runDistance: UInt64?
    // SAFETY: it has this object, and outlives it.
    private unowned(unsafe) let blocks: CheckpointBlocks
    /// The address of the root; 0 until somebody looks.
    private let made = Atomic<UInt64>(0)
    private let nodes = Mutex(Nodes())

    private struct Nodes: ~Copyable {
        /// Of the inner nodes: older than any change, so that a writer copies them.
        let pool = NodePool(isOlder: ())
        /// Whether the leaves are the checkpoint's blocks.
        var areBlocks = true
    }

    init(
        _ section: CheckpointSection, of blocks: CheckpointBlocks, runDistance: UInt64?
    ) {
        self.section = section
        self.runDistance = runDistance
        unsafe self.blocks = blocks
    }

    var count: Int { section.entries }

    /// Of this object, by which a ``Tree`` knows it.
    var address: UInt64 {
        unsafe UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Lends the one that is at an address.
    @inline(__always)
    static func lend<Result>(
        at address: UInt64, _ body: (CheckpointTree) -> Result?
    ) -> Result? {
        // SAFETY: it lives as long as the checkpoint, which versions and the writer keep.
        guard let object = unsafe UnsafeRawPointer(bitPattern: UInt(address)) else { return nil }
        return unsafe Unmanaged<CheckpointTree>.fromOpaque(object)
            ._withUnsafeGuaranteedRef(body)
    }

    @inline(__always)
    var root: Node? { Node(address: made.load(ordering: .acquiring)) ?? make() }

    /// Whether its leaves are the checkpoint's blocks: not if it had to be made anew.
    var leavesAreBlocks: Bool {
        _ = root
        return nodes.withLock { $0.areBlocks }
    }

    @inline(never)
    private func make() -> Node? {
        let isSound = nodes.withLock { nodes in
            guard made.load(ordering: .relaxed) == 0 else { return true }
            let tree: Tree
            do throws(FormatError) { tree = try unsafe blocks.tree(section, nodes.pool) } catch {
                tree = unsafe blocks.remadeTree(section, nodes.pool, because: error)
                nodes.areBlocks = false
            }
            made.store(tree.rootNode?.address ?? 0, ordering: .releasing)
            return nodes.areBlocks
        }
        if !isSound { unsafe blocks.checkRest() }
        return Node(address: made.load(ordering: .relaxed))
    }
}
