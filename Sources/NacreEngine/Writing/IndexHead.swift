internal import NacreFormat

/// The writer's tree of one index: that of the newest commit, with the effects of the pending
/// change. A class for the same reason as ``EntityHead``.
///
/// Invariants:
/// 1. For a unique index, `awaited` holds the entries that are yet to be inserted into the tree,
///    except those that `pending` finds by their order. `leaving` holds the entries that are yet to
///    be removed from it. No entry is in two of them. Between changes, all three are empty.
/// 2. `lastKey`, if known, is no less than any key of the tree.
final class IndexHead: InvariantHolder {
    @safe @exclusivity(unchecked) private var tree: Tree
    @safe @exclusivity(unchecked) private var pending = PendingEntries()
    @safe @exclusivity(unchecked) private var awaited = KeyTable()
    @safe @exclusivity(unchecked) private var leaving = KeyTable()
    /// Whether several rows may have one key of a unique index, until the change ends. Then nothing
    /// is buffered: `awaited` and `leaving` would search through all rows of a key.
    @safe @exclusivity(unchecked) private var sharesKeys = false
    /// The highest key of a unique index.
    @safe @exclusivity(unchecked) private var lastKey = LastKey.unknown
    private let pool: NodePool

    /// An upper bound of the keys, both in the tree and pending.
    private enum LastKey {
        case unknown
        /// The index has no keys.
        case none
        case key(UInt64)
    }

    /// Makes the head of a new index.
    convenience init(_ pool: NodePool) { self.init(Tree(), pool) }

    init(_ tree: Tree, _ pool: NodePool) {
        self.tree = tree
        self.pool = pool
    }

    /// The tree, including all effects of the change.
    var current: Tree {
        apply()
        return tree
    }

    // MARK: Look-ups

    /// The tree without the pending entries.
    var settled: Tree { tree }

    /// Returns the next row of the pending entries with a key; nil after the last one. Only for an
    /// index whose entries are awaited.
    func nextPendingRow(of key: UInt64, _ place: inout Int?) -> UInt32? {
        if place == nil, let row = pending.orderedRow(of: key) {
            place = Self.inPending
            return row
        }
        if place == Self.inPending { place = nil }
        return awaited.nextRow(of: key, &place)
    }

    /// The state of a search that has found a key among the ordered pending entries. It is not a
    /// valid place in a table.
    private static let inPending = -2

    private func isAwaited(_ entry: TreeEntry) -> Bool {
        pending.orderedRow(of: entry.key) == entry.row || awaited.contains(entry)
    }

    /// Returns whether the change removes an entry that is still in the tree.
    func isLeaving(_ entry: TreeEntry) -> Bool { leaving.contains(entry) }

    /// Returns whether a key is greater than all keys of a unique index, so that no lookup is
    /// needed. Keys of new objects often are: they are consecutive numbers, or begin with the time.
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

    /// Inserts an entry.
    /// - Parameters:
    ///   - isAwaited: Whether the index may be searched before the entry is in the tree, as
    ///   for unique indexes.
    ///   - isShared: Whether another row has the key of a unique index.
    func insert(_ entry: TreeEntry, isAwaited: Bool, isShared: Bool = false) {
        if isShared { sharesKeys = true }
        if isAwaited {
            if isBehindAll(entry.key) {
                lastKey = .key(entry.key)
            } else if leaving.contains(entry) {
                apply()
            }
        }
        let isFound = pending.insert(entry)
        if isAwaited, !isFound { awaited.insert(entry) }
        if sharesKeys || pending.isFull { apply() }
    }

    func remove(_ entry: TreeEntry, isAwaited: Bool) {
        if isAwaited {
            if self.isAwaited(entry) { apply() }
            leaving.insert(entry)
        }
        pending.remove(entry)
        if sharesKeys || pending.isFull { apply() }
    }

    /// Ends the time in which rows may share a key.
    func endSharing() { sharesKeys = false }

    private func apply() {
        guard !pending.isEmpty else { return }
        pending.apply(to: &tree, pool: pool)
        awaited.removeAll()
        leaving.removeAll()
    }

    /// Replaces the tree and discards the pending entries.
    func replace(by tree: Tree) {
        pending.removeAll()
        awaited.removeAll()
        leaving.removeAll()
        self.tree = tree
        lastKey = .unknown
        sharesKeys = false
    }

    /// Moves nodes. Nothing may be pending.
    func move(by move: NodeMove) { tree.move(by: move) }

    func removeAll() {
        pending.removeAll()
        awaited.removeAll()
        leaving.removeAll()
        tree.removeAll(pool: pool)
        lastKey = .none
        sharesKeys = false
    }

    /// Checks the invariants between two changes.
    func checkInvariants() throws(BrokenInvariant) {
        try pending.checkInvariants()
        try awaited.checkInvariants()
        try leaving.checkInvariants()
        try Self.require(
            pending.isEmpty && awaited.isEmpty && leaving.isEmpty, 1, "entries are pending")
        let last = tree.count > 0 ? tree.entry(at: tree.count - 1) : nil
        let isBound =
            switch lastKey {
            case .unknown: true
            case .none: last == nil
            case .key(let key): last.map { $0.key <= key } ?? true
            }
        try Self.require(isBound, 2, "a key is above the last one")
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        func breakInvariant(_ number: Int) {
            switch number {
            case 1: awaited.insert(TreeEntry(key: 1, row: 1))
            default: lastKey = .key(0)
            }
        }
    #endif
}
