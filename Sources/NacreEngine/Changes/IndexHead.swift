internal import NacreFormat

/// The tree of one index, as the writer has it: that of the newest commit, with what the pending
/// change does to it. An object for the same reason as ``EntityHead``.
///
/// Invariant: of a unique index, `awaited` holds the entries that are on their way into the tree,
/// and `leaving` those that are on their way out of it. No entry is in both.
final class IndexHead {
    @safe @exclusivity(unchecked) private var tree: Tree
    @safe @exclusivity(unchecked) private var pending = PendingEntries()
    @safe @exclusivity(unchecked) private var awaited = KeyTable()
    @safe @exclusivity(unchecked) private var leaving = KeyTable()

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

    /// Whether the change takes an entry out of the tree in which it still stands.
    func isLeaving(_ entry: TreeEntry) -> Bool { leaving.contains(entry) }

    // MARK: Changing

    /// - Parameter isAwaited: whether the next object is looked for in the index.
    func insert(_ entry: TreeEntry, isAwaited: Bool, _ pool: NodePool) {
        if isAwaited {
            if leaving.contains(entry) { apply(pool) }
            awaited.insert(entry)
        }
        pending.insert(entry)
        if pending.isFull { apply(pool) }
    }

    func remove(_ entry: TreeEntry, isAwaited: Bool, _ pool: NodePool) {
        if isAwaited {
            if awaited.contains(entry) { apply(pool) }
            leaving.insert(entry)
        }
        pending.remove(entry)
        if pending.isFull { apply(pool) }
    }

    private func apply(_ pool: NodePool) {
        guard !pending.isEmpty else { return }
        pending.apply(to: &tree, pool: pool)
        awaited.removeAll()
        leaving.removeAll()
    }

    /// Throws away what is pending.
    func replace(by tree: Tree) {
        pending.removeAll()
        awaited.removeAll()
        leaving.removeAll()
        self.tree = tree
    }

    /// Moves nodes. Nothing is pending.
    func move(by move: NodeMove) { tree.move(by: move) }

    func removeAll(_ pool: NodePool) {
        pending.removeAll()
        awaited.removeAll()
        leaving.removeAll()
        tree.removeAll(pool: pool)
    }
}
