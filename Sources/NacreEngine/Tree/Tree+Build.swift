extension Tree {
    /// A node to be placed below another one.
    struct Child {
        let node: Node
        /// The number of entries below the node.
        let count: Int
        /// The separator: no entry below the node is less. It is meaningless for the first child.
        let first: TreeEntry
    }

    /// Makes a tree of sorted entries, without searching for any of them.
    init<Ordered: TreeOrdered>(sorted entries: [Ordered], pool: NodePool) {
        let ranges = Pieces(even: entries.count, of: Node.leafCapacity)
        self.init(leaves: ranges.count, pool: pool) { Self.leaf(entries[ranges[$0]], pool) }
    }

    /// Makes a tree of leaves in order.
    /// - Parameter leaf: Returns the leaf at an index. Called once for each index, in order.
    init(leaves count: Int, pool: NodePool, _ leaf: (Int) -> Child) {
        guard count > 1 else {
            self.init(above: count == 1 ? [leaf(0)] : [], pool: pool)
            return
        }
        let parents = Pieces(even: count, of: Node.innerCapacity).map { range in
            let inner = pool.make(level: 1)
            return Self.fill(inner, range.count) { leaf(range.lowerBound + $0) }
        }
        self.init(above: parents, pool: pool)
    }

    /// Makes a tree above nodes of one level, given in order.
    init(above nodes: [Child], pool: NodePool) {
        self.init()
        var top = nodes
        while top.count > 1 {
            top = Pieces(even: top.count, of: Node.innerCapacity).map {
                Self.parent(of: top[$0], pool)
            }
        }
        if let only = top.first { setRoot(only.node, count: only.count) }
    }

    /// Returns a leaf of sorted entries, which must fit into it.
    static func leaf<Ordered: TreeOrdered>(
        _ entries: ArraySlice<Ordered>, _ pool: NodePool
    ) -> Child {
        let leaf = pool.make(level: 0)
        leaf.count = entries.count
        var place = 0
        for entry in entries {
            leaf.setEntry(place, entry.entry)
            place += 1
        }
        return Child(node: leaf, count: entries.count, first: entries[entries.startIndex].entry)
    }

    /// Returns an inner node above other nodes, which must fit into it.
    static func parent(of children: ArraySlice<Child>, _ pool: NodePool) -> Child {
        let inner = pool.make(level: children[children.startIndex].node.level + 1)
        return fill(inner, children.count) { children[children.startIndex + $0] }
    }

    /// Fills an inner node.
    /// - Parameter child: Returns the child at an index. Called once for each index, in order.
    private static func fill(_ inner: Node, _ count: Int, _ child: (Int) -> Child) -> Child {
        inner.count = count
        var (sum, least) = (0, TreeEntry.min)
        for place in 0..<count {
            let child = child(place)
            if place == 0 { least = child.first }
            inner.setChild(place, child.node, count: child.count, separator: child.first)
            sum += child.count
        }
        return Child(node: inner, count: sum, first: least)
    }
}
