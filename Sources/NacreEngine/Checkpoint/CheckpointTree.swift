internal import NacreFormat
internal import Synchronization

/// The tree of ids, or of an index, in a checkpoint. Its tops are checked and its inner nodes made
/// when it is first read, so opening a store never waits for a tree that is not needed. If the tops
/// are damaged, the tree is rebuilt from the log.
final class CheckpointTree: DeferredTree, @unchecked Sendable {
    let section: CheckpointSection
    // SAFETY: `blocks` owns this object, and outlives it.
    private unowned(unsafe) let blocks: CheckpointBlocks
    private let nodes = Mutex(Nodes())

    private struct Nodes: ~Copyable {
        /// The pool of the inner nodes; nil until they are made.
        var pool: NodePool?
        var root: Node?
        /// Whether the leaves are the checkpoint's blocks.
        var areBlocks = true
    }

    init(
        _ section: CheckpointSection, of blocks: CheckpointBlocks, runDistance: UInt64?
    ) {
        self.section = section
        unsafe self.blocks = blocks
        super.init(count: section.entries, runDistance: runDistance)
    }

    /// Whether its leaves are the checkpoint's blocks. False if it had to be rebuilt from the log.
    var leavesAreBlocks: Bool {
        _ = root
        return nodes.withLock { $0.areBlocks }
    }

    override func makeRoot() -> Node? {
        var isNewlyFoundDamaged = false
        let root = nodes.withLock { nodes -> Node? in
            if nodes.pool != nil { return nodes.root }
            let pool = unsafe NodePool.frozen(over: blocks)
            let tree: Tree
            do throws(FormatError) { tree = try unsafe blocks.tree(section, pool) } catch {
                tree = unsafe blocks.remadeTree(section, pool, because: error)
                nodes.areBlocks = false
                isNewlyFoundDamaged = true
            }
            nodes.pool = pool
            nodes.root = tree.rootNode
            return nodes.root
        }
        // A single leaf has no parent node, whose visit would otherwise check it.
        unsafe root?.checkPacked(blocks)
        if isNewlyFoundDamaged { unsafe blocks.checkRest() }
        return root
    }
}
