extension Tree {
    /// Removes an entry.
    /// - Returns: false if the entry does not exist.
    @discardableResult
    mutating func remove(_ entry: TreeEntry, pool: NodePool) -> Bool {
        // Looked up first, so a miss copies no path.
        guard contains(entry), let old = rootNode else { return false }
        let node = pool.writable(old)
        Self.remove(entry, from: node, pool)
        setRoot(node, count: count - 1)
        dropIdleRoots(pool)
        return true
    }

    /// Removes all entries.
    mutating func removeAll(pool: NodePool) {
        if let node = rootNode { Self.retire(node, pool) }
        setRoot(nil, count: 0)
    }

    private static func retire(_ node: Node, _ pool: NodePool) {
        if node.level > 0 {
            for index in 0..<node.count { retire(node.unvisitedChild(index), pool) }
        }
        pool.retire(node)
    }

    /// Removes an entry from a subtree.
    /// - Parameter node: A node of the pending change that has the entry below it.
    private static func remove(_ entry: TreeEntry, from node: Node, _ pool: NodePool) {
        if node.level == 0 {
            node.moveEntries(from: lowerBound(entry, in: node) + 1, by: -1)
            return
        }
        let index = node.childIndex(for: entry)
        let child = pool.writable(node.child(index))
        remove(entry, from: child, pool)
        node.setChild(index, child, count: node.childCount(index) - 1)
        if child.count == 0 {
            pool.retire(child)
            node.moveChildren(from: index + 1, by: -1)
        } else if isSparse(child), node.count > 1 {
            balance(node, index > 0 ? index - 1 : index, pool)
        }
    }

    /// Returns whether a node must be joined with a neighbour: if it is less than a quarter full. A
    /// node that was just split in half is therefore not joined by the next removal.
    static func isSparse(_ node: Node) -> Bool {
        node.count < (node.level == 0 ? Node.leafCapacity : Node.innerCapacity) / 4
    }

    /// Joins a child with the next one, or balances them, and then treats the nodes below them in
    /// the same way: sparse children of different parents are now neighbours.
    private static func join(_ index: Int, of node: Node, _ pool: NodePool) {
        let count = node.count
        balance(node, index, pool)
        guard node.level > 1 else { return }
        joinSparseChildren(of: node.child(index), pool)
        if node.count == count { joinSparseChildren(of: node.child(index + 1), pool) }
    }

    /// Joins all sparse children of a node with neighbours.
    static func joinSparseChildren(of node: Node, _ pool: NodePool) {
        var index = 0
        while node.count > 1, index < node.count {
            if isSparse(node.child(index)) {
                // The joined node may still be sparse.
                index = max(index - 1, 0)
                join(min(index, node.count - 2), of: node, pool)
            } else {
                index += 1
            }
        }
    }

    /// Joins the children `index` and `index + 1`, or balances them if they do not fit into one
    /// node.
    static func balance(_ node: Node, _ index: Int, _ pool: NodePool) {
        let left = node.child(index)
        let right = node.child(index + 1)
        let level = left.level
        let capacity = level == 0 ? Node.leafCapacity : Node.innerCapacity
        let sum = left.count + right.count
        let joined = pool.make(level: level)
        let first = sum <= capacity ? sum : sum / 2
        fill(joined, left, right, 0..<first, separator: node.separator(index + 1))
        var second: Node?
        if first < sum {
            let rest = pool.make(level: level)
            fill(rest, left, right, first..<sum, separator: node.separator(index + 1))
            second = rest
        }
        pool.retire(left)
        pool.retire(right)
        let total = node.childCount(index) + node.childCount(index + 1)
        if let second {
            let count = entryCount(joined)
            node.setChild(index, joined, count: count, separator: node.separator(index))
            let separator = level == 0 ? second.entry(0) : second.separator(0)
            node.setChild(index + 1, second, count: total - count, separator: separator)
        } else {
            node.setChild(index, joined, count: total, separator: node.separator(index))
            node.moveChildren(from: index + 2, by: -1)
        }
    }

    /// Appends the elements `range` of the concatenation of `left` and `right`.
    /// - Parameter separator: The separator of `right`. The first separator within `right` is
    ///   meaningless.
    private static func fill(
        _ node: Node, _ left: Node, _ right: Node, _ range: Range<Int>, separator: TreeEntry
    ) {
        let split = left.count
        let ofLeft = range.clamped(to: 0..<split)
        let ofRight = range.clamped(to: split..<split + right.count)
        if node.level == 0 {
            if !ofLeft.isEmpty { node.appendEntries(ofLeft, of: left) }
            if !ofRight.isEmpty {
                node.appendEntries(
                    ofRight.lowerBound - split..<ofRight.upperBound - split, of: right)
            }
            return
        }
        if !ofLeft.isEmpty { node.appendChildren(ofLeft, of: left) }
        guard !ofRight.isEmpty else { return }
        let place = node.count
        node.appendChildren(ofRight.lowerBound - split..<ofRight.upperBound - split, of: right)
        if ofRight.lowerBound == split {
            node.setChild(
                place, node.child(place), count: node.childCount(place), separator: separator)
        }
    }

    private static func entryCount(_ node: Node) -> Int {
        if node.level == 0 { return node.count }
        return (0..<node.count).reduce(0) { $0 + node.childCount($1) }
    }
}
