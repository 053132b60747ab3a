extension Tree {
    /// A tree of entries that are sorted already, without a search for any of them.
    init(sorted entries: [TreeEntry], pool: NodePool) {
        let ranges = Self.pieces(entries.count, of: Node.leafCapacity)
        self.init(leaves: ranges.count, pool: pool) { index in
            let range = ranges[index]
            let leaf = pool.make(level: 0)
            leaf.count = range.count
            for (place, index) in range.enumerated() { leaf.setEntry(place, entries[index]) }
            return Child(node: leaf, count: range.count, first: entries[range.lowerBound])
        }
    }

    /// A node to be put below another one.
    struct Child {
        let node: Node
        /// Entries below it.
        let count: Int
        let first: TreeEntry
    }

    /// A tree of leaves that stand in order.
    /// - Parameter leaf: by its place, asked for once and in order.
    init(leaves count: Int, pool: NodePool, _ leaf: (Int) -> Child) {
        self.init()
        guard count > 1 else {
            if count == 1 {
                let only = leaf(0)
                setRoot(only.node, count: only.count)
            }
            return
        }
        var above = Self.parents(of: count, level: 1, pool: pool, leaf)
        while above.count > 1 {
            let children = above
            above = Self.parents(
                of: children.count, level: children[0].node.level + 1, pool: pool
            ) { children[$0] }
        }
        setRoot(above[0].node, count: above[0].count)
    }

    /// Puts nodes of one level below inner nodes, as evenly as they go.
    private static func parents(
        of count: Int, level: Int, pool: NodePool, _ child: (Int) -> Child
    ) -> [Child] {
        pieces(count, of: Node.innerCapacity).map { range in
            let inner = pool.make(level: level)
            inner.count = range.count
            let first = child(range.lowerBound)
            var sum = 0
            for (place, index) in range.enumerated() {
                let child = place == 0 ? first : child(index)
                inner.setChild(place, child.node, count: child.count, separator: child.first)
                sum += child.count
            }
            return Child(node: inner, count: sum, first: first.first)
        }
    }

    /// Cuts `0..<count` into pieces of nearly the same size, of at most `size`.
    private static func pieces(_ count: Int, of size: Int) -> [Range<Int>] {
        let number = (count + size - 1) / size
        return (0..<number).map { count * $0 / number..<count * ($0 + 1) / number }
    }
}
