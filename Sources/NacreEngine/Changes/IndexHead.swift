internal import NacreFormat

/// The tree of one index, as the writer has it: that of the newest commit, with what the pending
/// change does to it. An object for the same reason as ``EntityHead``.
final class IndexHead {
    private var tree: Tree
    private var pending = PendingEntries()

    init(_ tree: Tree = Tree()) { self.tree = tree }

    /// With all that the change has done to it.
    func current(_ pool: NodePool) -> Tree {
        if !pending.isEmpty { pending.apply(to: &tree, pool: pool) }
        return tree
    }

    /// - Parameter isAwaited: whether the next object is looked for in the tree.
    func insert(_ entry: TreeEntry, isAwaited: Bool, _ pool: NodePool) {
        if isAwaited {
            tree.insert(entry, pool: pool)
        } else {
            pending.insert(entry)
            applyIfFull(pool)
        }
    }

    func remove(_ entry: TreeEntry, isAwaited: Bool, _ pool: NodePool) {
        if isAwaited {
            tree.remove(entry, pool: pool)
        } else {
            pending.remove(entry)
            applyIfFull(pool)
        }
    }

    private func applyIfFull(_ pool: NodePool) {
        if pending.isFull { pending.apply(to: &tree, pool: pool) }
    }

    /// Throws away what is pending.
    func replace(by tree: Tree) {
        pending.removeAll()
        self.tree = tree
    }

    func removeAll(_ pool: NodePool) {
        pending.removeAll()
        tree.removeAll(pool: pool)
    }
}
