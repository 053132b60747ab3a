extension Tree {
    /// Adds an entry.
    /// - Returns: false if the entry already exists.
    @discardableResult
    mutating func insert(_ entry: TreeEntry, pool: NodePool) -> Bool {
        guard let old = rootNode else {
            let leaf = pool.make(level: 0)
            leaf.count = 1
            leaf.setEntry(0, entry)
            setRoot(leaf, count: 1)
            return true
        }
        let node = pool.writable(old)
        guard let outcome = Self.insert(entry, into: node, isRightEdge: true, pool) else {
            setRoot(node, count: count)
            return false
        }
        guard let split = outcome.split else {
            setRoot(node, count: count + 1)
            return true
        }
        let top = pool.make(level: node.level + 1)
        top.count = 2
        top.setChild(0, node, count: count + 1 - split.count, separator: .min)
        top.setChild(1, split.node, count: split.count, separator: split.separator)
        setRoot(top, count: count + 1)
        return true
    }

    /// The result of inserting into a node, which may have split it.
    private struct Outcome {
        var split: Split?
    }

    private struct Split {
        let node: Node
        /// The number of entries in the new node's subtree.
        let count: Int
        let separator: TreeEntry
    }

    /// Inserts an entry below a node.
    /// - Parameters:
    ///   - node: A node of the pending change.
    ///   - isRightEdge: Whether no node lies to the right of this one.
    /// - Returns: nil if the entry already existed.
    private static func insert(
        _ entry: TreeEntry, into node: Node, isRightEdge: Bool, _ pool: NodePool
    ) -> Outcome? {
        if node.level == 0 { return insert(entry, intoLeaf: node, isRightEdge: isRightEdge, pool) }
        makeRoom(for: entry, below: node, isRightEdge: isRightEdge, pool)
        let index = node.childIndex(for: entry)
        let child = pool.writable(node.child(index))
        let count = node.childCount(index)
        let isLast = index == node.count - 1
        let outcome = insert(entry, into: child, isRightEdge: isRightEdge && isLast, pool)
        let added = outcome == nil ? 0 : 1
        let splitCount = outcome?.split?.count ?? 0
        node.setChild(index, child, count: count + added - splitCount)
        guard let split = outcome?.split else { return outcome }
        return Outcome(
            split: insert(split, into: node, at: index + 1, isRightEdge: isRightEdge, pool))
    }

    /// Balances a full leaf with a neighbour that has room. With keys in random order, leaves are
    /// then four fifths full instead of two thirds.
    /// - Parameters:
    ///   - entry: An entry that belongs into the leaf.
    ///   - count: The number of entries to be added to the leaf.
    ///   - start: The first child that may be changed.
    /// - Returns: Whether it balanced two leaves.
    @discardableResult
    static func makeRoom(
        for entry: TreeEntry, _ count: Int = 1, below node: Node, from start: Int = 0,
        isRightEdge: Bool, _ pool: NodePool
    ) -> Bool {
        guard node.level == 1 else { return false }
        let index = node.childIndex(for: entry)
        let leaf = node.child(index)
        let filled = leaf.count
        guard filled + count > Node.leafCapacity else { return false }
        let isLast = isRightEdge && index == node.count - 1
        // Ascending keys continue in a new leaf.
        if isLast, leaf.entry(filled - 1) < entry { return false }
        /// Returns whether balancing with a neighbour helps. With fewer entries the two would be
        /// joined. With more, too little room would be gained.
        func isOfUse(_ neighbour: Int) -> Bool {
            let sum = filled + node.child(neighbour).count
            let most = 2 * Node.leafCapacity - Node.leafCapacity / 8
            return sum > Node.leafCapacity && sum + count <= most + 1
        }
        if index > start, isOfUse(index - 1) {
            balance(node, index - 1, pool)
        } else if index + 1 < node.count, isOfUse(index + 1) {
            balance(node, index, pool)
        } else {
            return false
        }
        return true
    }

    private static func insert(
        _ entry: TreeEntry, intoLeaf leaf: Node, isRightEdge: Bool, _ pool: NodePool
    ) -> Outcome? {
        let index = lowerBound(entry, in: leaf)
        if index < leaf.count, leaf.entry(index) == entry { return nil }
        if leaf.count < Node.leafCapacity {
            leaf.moveEntries(from: index, by: 1)
            leaf.setEntry(index, entry)
            return Outcome()
        }
        let right = pool.make(level: 0)
        // Ascending keys leave full leaves.
        let cut = isRightEdge && index == leaf.count ? leaf.count : leaf.count / 2
        right.appendEntries(cut..<leaf.count, of: leaf)
        leaf.count = cut
        let target = index <= cut && cut < Node.leafCapacity ? leaf : right
        let place = target.address == leaf.address ? index : index - cut
        target.moveEntries(from: place, by: 1)
        target.setEntry(place, entry)
        return Outcome(
            split: Split(node: right, count: right.count, separator: right.entry(0)))
    }

    /// Adds a child after the one that was split.
    private static func insert(
        _ split: Split, into node: Node, at index: Int, isRightEdge: Bool, _ pool: NodePool
    ) -> Split? {
        if node.count < Node.innerCapacity {
            node.moveChildren(from: index, by: 1)
            node.setChild(index, split.node, count: split.count, separator: split.separator)
            return nil
        }
        let right = pool.make(level: node.level)
        let cut = isRightEdge && index == node.count ? node.count : node.count / 2
        right.appendChildren(cut..<node.count, of: node)
        node.count = cut
        let target = index <= cut && cut < Node.innerCapacity ? node : right
        let place = target.address == node.address ? index : index - cut
        target.moveChildren(from: place, by: 1)
        target.setChild(place, split.node, count: split.count, separator: split.separator)
        return Split(
            node: right, count: (0..<right.count).reduce(0) { $0 + right.childCount($1) },
            separator: right.separator(0))
    }
}
