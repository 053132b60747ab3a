internal import NacreFormat

/// The tree of one index, as the writer has it: that of the newest commit, with what the pending
/// change does to it. An object for the same reason as ``EntityHead``.
///
/// Invariant: `awaited` holds the pending entries of a unique index, all of which are insertions.
final class IndexHead {
    @safe @exclusivity(unchecked) private var tree: Tree
    @safe @exclusivity(unchecked) private var pending = PendingEntries()
    @safe @exclusivity(unchecked) private var awaited = KeyTable()

    init(_ tree: Tree = Tree()) { self.tree = tree }

    /// With all that the change has done to it.
    func current(_ pool: NodePool) -> Tree {
        apply(pool)
        return tree
    }

    // MARK: Looking for keys

    /// Without what is pending.
    var settled: Tree { tree }

    /// The rows of the pending entries that have a key, one after another: nil behind the last one.
    /// Of an index whose entries are awaited.
    func nextPendingRow(of key: UInt64, _ place: inout Int?) -> UInt32? {
        awaited.nextRow(of: key, &place)
    }

    // MARK: Changing

    /// - Parameter isAwaited: whether the next object is looked for in the index.
    func insert(_ entry: TreeEntry, isAwaited: Bool, _ pool: NodePool) {
        pending.insert(entry)
        if isAwaited { awaited.insert(entry) }
        if pending.isFull { apply(pool) }
    }

    func remove(_ entry: TreeEntry, isAwaited: Bool, _ pool: NodePool) {
        if isAwaited {
            apply(pool)
            tree.remove(entry, pool: pool)
        } else {
            pending.remove(entry)
            if pending.isFull { apply(pool) }
        }
    }

    private func apply(_ pool: NodePool) {
        guard !pending.isEmpty else { return }
        pending.apply(to: &tree, pool: pool)
        awaited.removeAll()
    }

    /// Throws away what is pending.
    func replace(by tree: Tree) {
        pending.removeAll()
        awaited.removeAll()
        self.tree = tree
    }

    func removeAll(_ pool: NodePool) {
        pending.removeAll()
        awaited.removeAll()
        tree.removeAll(pool: pool)
    }
}
