internal import NacreFormat

/// The tree of one index, as the writer has it: that of the newest commit, with what the pending
/// change does to it. An object for the same reason as ``EntityHead``.
///
/// Invariant: of a unique index, `awaited` holds the entries that are on their way into the tree,
/// but for those that `pending` finds by their order, and `leaving` those that are on their way out
/// of it. No entry is in two of them.
final class IndexHead {
    @safe @exclusivity(unchecked) private var tree: Tree
    @safe @exclusivity(unchecked) private var pending = PendingEntries()
    @safe @exclusivity(unchecked) private var awaited = KeyTable()
    @safe @exclusivity(unchecked) private var leaving = KeyTable()
    /// Of a unique index.
    @safe @exclusivity(unchecked) private var lastKey = LastKey.unknown
    private let pool: NodePool

    /// What no key exceeds, neither in the tree nor on its way there.
    private enum LastKey {
        case unknown
        /// There is no key.
        case none
        case key(UInt64)
    }

    /// Of a new index.
    convenience init(_ pool: NodePool) { self.init(Tree(), pool) }

    init(_ tree: Tree, _ pool: NodePool) {
        self.tree = tree
        self.pool = pool
    }

    /// With all that the change has done to it.
    var current: Tree {
        apply()
        return tree
    }

    // MARK: Looking for keys

    /// Without what is pending.
    var settled: Tree { tree }

    /// The rows of the pending entries that have a key, one after another: nil behind the last one.
    /// Of an index whose entries are awaited.
    func nextPendingRow(of key: UInt64, _ place: inout Int?) -> UInt32? {
        if place == nil, let row = pending.orderedRow(of: key) {
            place = Self.inPending
            return row
        }
        if place == Self.inPending { place = nil }
        return awaited.nextRow(of: key, &place)
    }

    /// Where a search stands that has found a key among the pending entries: no place of a table.
    private static let inPending = -2

    private func isAwaited(_ entry: TreeEntry) -> Bool {
        pending.orderedRow(of: entry.key) == entry.row || awaited.contains(entry)
    }

    /// Whether the change takes an entry out of the tree in which it still stands.
    func isLeaving(_ entry: TreeEntry) -> Bool { leaving.contains(entry) }

    /// Whether a key is greater than all of a unique index, so that nobody need look for it. Keys
    /// of new objects often are: they are numbers given one after another, or begin with the time.
    func isBehindAll(_ key: UInt64) -> Bool {
        if case .unknown = lastKey { findLastKey() }
        return switch lastKey {
        case .unknown: false
        case .none: true
        case .key(let last): key > last
        }
    }

    private func findLastKey() {
        apply()
        lastKey = tree.entry(at: tree.count - 1).map { .key($0.key) } ?? .none
    }

    // MARK: Changing

    /// - Parameter isAwaited: whether the next object is looked for in the index.
    func insert(_ entry: TreeEntry, isAwaited: Bool) {
        if isAwaited {
            if isBehindAll(entry.key) {
                lastKey = .key(entry.key)
            } else if leaving.contains(entry) {
                apply()
            }
        }
        let isFound = pending.insert(entry)
        if isAwaited, !isFound { awaited.insert(entry) }
        if pending.isFull { apply() }
    }

    func remove(_ entry: TreeEntry, isAwaited: Bool) {
        if isAwaited {
            if self.isAwaited(entry) { apply() }
            leaving.insert(entry)
        }
        pending.remove(entry)
        if pending.isFull { apply() }
    }

    private func apply() {
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
        lastKey = .unknown
    }

    /// Moves nodes. Nothing is pending.
    func move(by move: NodeMove) { tree.move(by: move) }

    func removeAll() {
        pending.removeAll()
        awaited.removeAll()
        leaving.removeAll()
        tree.removeAll(pool: pool)
        lastKey = .none
    }
}
