internal import NacreFormat

/// A copy-on-write B+tree of (key, row), used for ids, unique attributes and every index. A plain
/// value: the root's address and the number of entries. Inner nodes carry counts, so rank and
/// offset are O(log n).
///
/// Invariants (`checkInvariants`):
/// 1. Entries ascend strictly, within a leaf and from leaf to leaf.
/// 2. All leaves are at the same depth. Only an empty tree has no root.
/// 3. From its second child on, an inner node's separator is at most the child's first entry and
///    greater than the last entry before it.
/// 4. A child's count is the number of entries below it.
package struct Tree: Sendable, Equatable {
    /// The root's address, 0 if the tree is empty, or the address of a ``DeferredTree``, marked by
    /// a bit that no node's address has set.
    private var root: UInt64 = 0
    package private(set) var count: Int = 0

    private static let deferredBit: UInt64 = 4

    package init() {}

    /// Makes a tree whose nodes are not made yet.
    /// - Parameter tree: The deferred tree. Its owner outlives this tree.
    init(_ tree: DeferredTree) {
        root = ObjectAddress(tree).rawValue | Self.deferredBit
        count = tree.count
    }

    /// The root node. Nil if the tree is empty.
    @inline(__always)
    var rootNode: Node? {
        root & Self.deferredBit == 0 ? Node(address: root) : deferred { $0.root }
    }

    /// Calls `body` with the deferred tree that provides the root.
    /// - Returns: nil if the tree has its own root.
    @inline(__always)
    func deferred<Result>(_ body: (DeferredTree) -> Result?) -> Result? {
        guard root & Self.deferredBit != 0 else { return nil }
        return ObjectAddress<DeferredTree>(rawValue: root & ~Self.deferredBit).lend(body)
    }

    /// The root node, or nil if the tree is empty or deferred.
    var ownRoot: Node? { root & Self.deferredBit == 0 ? Node(address: root) : nil }

    // MARK: Reading

    func contains(_ entry: TreeEntry) -> Bool {
        first(atOrAfter: entry) == entry
    }

    /// Returns the least entry that is not below `bound`.
    package func first(atOrAfter bound: TreeEntry) -> TreeEntry? {
        guard var node = rootNode else { return nil }
        // The lowest node on the path that has a next child, and that child's index. It leads to
        // the entry after the leaf.
        var next: (above: Node, index: Int)?
        // A root that is a packed block was checked when the tree was made.
        var above = node
        while node.level > 0 {
            node.prefetchSeparators()
            let index = node.childIndex(for: bound)
            if index + 1 < node.childrenCount { next = (node, index + 1) }
            (above, node) = (node, node.unvisitedChild(index))
        }
        node = above.visited(node)
        if let block = node.packed {
            node.prefetch(block)
            let index = block.lowerBound(key: bound.key, row: bound.row)
            if index < block.count {
                return TreeEntry(key: block.key(index), row: block.row(index))
            }
        } else {
            node.prefetchKeys()
            let index = Self.lowerBound(bound, in: node)
            if index < node.count { return node.ownEntry(index) }
        }
        guard let (above, index) = next else { return nil }
        node = above.child(index)
        while node.level > 0 { node = node.child(0) }
        return node.entry(0)
    }

    /// Calls `body` with the entries from `bound` on in ascending order, until it returns false.
    package func forEach(
        from bound: TreeEntry = .min, _ body: (TreeEntry) throws -> Bool
    ) rethrows {
        try forEachLeaf(from: bound) { leaf, places in
            try leaf.forEachEntry(places, isAscending: true, body)
        }
    }

    /// Calls `body` with the leaves of the entries at a range of offsets, in ascending order, and
    /// with the entries' places in each leaf.
    func forEachLeaf(at places: Range<Int>, _ body: (Node, Range<Int>) -> Void) {
        guard !places.isEmpty, let first = entry(at: places.lowerBound) else { return }
        var rest = places.count
        forEachLeaf(from: first) { leaf, found in
            let taken = found.prefix(rest)
            body(leaf, taken)
            rest -= taken.count
            return rest > 0
        }
    }

    /// All entries, ascending.
    var entries: [TreeEntry] {
        var entries: [TreeEntry] = []
        entries.reserveCapacity(count)
        forEach { entry in
            entries.append(entry)
            return true
        }
        return entries
    }

    /// Calls `body` with the leaves that have entries from `bound` on, in ascending order, and with
    /// the entries' places in each leaf, until it returns false.
    func forEachLeaf(
        from bound: TreeEntry, _ body: (Node, Range<Int>) throws -> Bool
    ) rethrows {
        guard let node = rootNode else { return }
        _ = try Self.walk(node, from: bound, body)
    }

    /// Calls `body` with the leaves that have entries up to `bound`, the last leaf first, and with
    /// the entries' places in each leaf, until it returns false.
    func forEachLeafDescending(
        through bound: TreeEntry, _ body: (Node, Range<Int>) throws -> Bool
    ) rethrows {
        guard let node = rootNode else { return }
        _ = try Self.walkBack(node, through: bound, body)
    }

    /// - Returns: false if `body` returned false.
    private static func walkBack(
        _ node: Node, through bound: TreeEntry?, _ body: (Node, Range<Int>) throws -> Bool
    ) rethrows -> Bool {
        if node.level == 0 {
            var end = bound.map { lowerBound($0, in: node) } ?? node.count
            if let bound, end < node.count, node.entry(end) == bound { end += 1 }
            return try end == 0 || body(node, 0..<end)
        }
        if bound != nil { node.prefetchSeparators() }
        let last = bound.map { node.childIndex(for: $0) } ?? node.count - 1
        for index in stride(from: last, through: 0, by: -1) {
            // Only the first visited child can contain entries above the bound.
            let bound = index == last ? bound : nil
            guard try walkBack(node.child(index), through: bound, body) else { return false }
        }
        return true
    }

    /// - Returns: false if `body` returned false.
    private static func walk(
        _ node: Node, from bound: TreeEntry?, _ body: (Node, Range<Int>) throws -> Bool
    ) rethrows -> Bool {
        if node.level == 0 {
            let start = bound.map { lowerBound($0, in: node) } ?? 0
            return try start == node.count || body(node, start..<node.count)
        }
        if bound != nil { node.prefetchSeparators() }
        let start = bound.map { node.childIndex(for: $0) } ?? 0
        for index in start..<node.count {
            // Only the first visited child can contain entries below the bound.
            let bound = index == start ? bound : nil
            guard try walk(node.child(index), from: bound, body) else { return false }
        }
        return true
    }

    /// Returns the number of entries below `bound`.
    package func rank(of bound: TreeEntry) -> Int {
        guard var node = rootNode else { return 0 }
        var rank = 0
        while node.level > 0 {
            node.prefetchSeparators()
            let index = node.childIndex(for: bound)
            for before in 0..<index { rank += node.childCount(before) }
            node = node.child(index)
        }
        return rank + Self.lowerBound(bound, in: node)
    }

    /// Returns the number of entries between two bounds, excluding the upper one. It descends to
    /// both bounds in parallel, so their cache misses overlap.
    package func count(from lower: TreeEntry, to upper: TreeEntry) -> Int {
        guard lower < upper, let root = rootNode else { return 0 }
        var (left, right) = (root, root)
        var between = 0
        // All leaves are at the same depth.
        while left.level > 0 {
            left.prefetchSeparators()
            right.prefetchSeparators()
            let first = left.childIndex(for: lower)
            let last = right.childIndex(for: upper)
            let (below, above) = (left.child(first), right.child(last))
            below.prefetch()
            above.prefetch()
            if left.address == right.address {
                for index in first..<last { between += left.childCount(index) }
            } else {
                for index in 0..<first { between -= left.childCount(index) }
                for index in 0..<last { between += right.childCount(index) }
            }
            (left, right) = (below, above)
        }
        return between + Self.lowerBound(upper, in: right) - Self.lowerBound(lower, in: left)
    }

    /// Returns the entry with `offset` entries below it.
    package func entry(at offset: Int) -> TreeEntry? {
        leaf(at: offset).map { $0.entry($1) }
    }

    /// Returns the entries at two offsets, which are usually in the same leaf.
    func entry(at offset: Int, beside other: Int) -> (entry: TreeEntry, other: TreeEntry?)? {
        guard let (leaf, place) = leaf(at: offset) else { return nil }
        let otherPlace = place + other - offset
        let isHere = otherPlace >= 0 && otherPlace < leaf.count
        return (leaf.entry(place), isHere ? leaf.entry(otherPlace) : entry(at: other))
    }

    private func leaf(at offset: Int) -> (leaf: Node, place: Int)? {
        guard offset >= 0, offset < count, var node = rootNode else { return nil }
        var rest = offset
        while node.level > 0 {
            var index = 0
            while rest >= node.childCount(index) {
                rest -= node.childCount(index)
                index += 1
            }
            node = node.child(index)
        }
        return (node, rest)
    }

    /// Calls `body` with the leaves from left to right.
    func forEachLeaf<Failure: Error>(
        _ body: (Node) throws(Failure) -> Void
    ) throws(Failure) {
        guard let node = rootNode else { return }
        try Self.forEachLeaf(of: node, body)
    }

    private static func forEachLeaf<Failure: Error>(
        of node: Node, _ body: (Node) throws(Failure) -> Void
    ) throws(Failure) {
        if node.level == 0 { return try body(node) }
        for index in 0..<node.count { try forEachLeaf(of: node.child(index), body) }
    }

    // MARK: Searching one node

    /// Returns the first index of a leaf whose entry is not below `bound`.
    static func lowerBound(_ bound: TreeEntry, in leaf: Node) -> Int {
        if let block = leaf.packed { return block.lowerBound(key: bound.key, row: bound.row) }
        var low = 0
        var length = leaf.count
        while length > 0 {
            let half = length / 2
            // Both outcomes use conditional moves: a branch would be mispredicted half the time.
            // Rows are rarely read.
            let key = leaf.ownKey(low + half)
            let isBelow = key == bound.key ? leaf.ownEntry(low + half) < bound : key < bound.key
            low = isBelow ? low + half + 1 : low
            length = isBelow ? length - half - 1 : half
        }
        return low
    }

    // MARK: Changing the root

    mutating func setRoot(_ node: Node?, count newCount: Int) {
        root = node?.address ?? 0
        count = newCount
    }
}
