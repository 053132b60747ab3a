extension Tree {
    /// A tree of entries that are sorted already, without a search for any of them.
    init(sorted entries: [TreeEntry], pool: NodePool) {
        var leaves: [Child] = []
        for range in Self.pieces(entries.count, of: Node.leafCapacity) {
            let leaf = pool.make(level: 0)
            leaf.count = range.count
            for (place, index) in range.enumerated() { leaf.setEntry(place, entries[index]) }
            leaves.append(Child(node: leaf, count: range.count, first: entries[range.lowerBound]))
        }
        self.init(leaves: leaves, pool: pool)
    }

    /// A node to be put below another one.
    struct Child {
        let node: Node
        /// Entries below it.
        let count: Int
        let first: TreeEntry
    }

    /// A tree of leaves that stand in order.
    init(leaves: [Child], pool: NodePool) {
        self.init()
        var level = leaves
        while level.count > 1 {
            var above: [Child] = []
            for range in Self.pieces(level.count, of: Node.innerCapacity) {
                let inner = pool.make(level: level[0].node.level + 1)
                inner.count = range.count
                var count = 0
                for (place, index) in range.enumerated() {
                    let child = level[index]
                    inner.setChild(place, child.node, count: child.count, separator: child.first)
                    count += child.count
                }
                above.append(Child(node: inner, count: count, first: level[range.lowerBound].first))
            }
            level = above
        }
        if let top = level.first { setRoot(top.node, count: top.count) }
    }

    /// Cuts `0..<count` into pieces of nearly the same size, of at most `size`.
    private static func pieces(_ count: Int, of size: Int) -> [Range<Int>] {
        let number = (count + size - 1) / size
        return (0..<number).map { count * $0 / number..<count * ($0 + 1) / number }
    }
}
