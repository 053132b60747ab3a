extension Tree {
    /// Puts an entry in the place of another one if it belongs into the same leaf, as an entry does
    /// whose number has grown a little: one way down the tree instead of three.
    /// - Returns: false if it belongs elsewhere, is there already, or the other one is not there:
    ///   then nothing has changed.
    mutating func replace(_ old: TreeEntry, by new: TreeEntry, pool: NodePool) -> Bool {
        guard let root = rootNode,
            let node = Self.replace(old, by: new, below: root, pool)
        else { return false }
        setRoot(node, count: count)
        return true
    }

    /// - Returns: the node or its copy; nil if nothing has changed.
    private static func replace(
        _ old: TreeEntry, by new: TreeEntry, below node: Node, _ pool: NodePool
    ) -> Node? {
        if node.level == 0 { return replace(old, by: new, in: node, pool) }
        node.prefetchSeparators()
        let index = node.childIndex(for: old)
        // Before the first child stands what the node above has looked at.
        let isBehind = index == 0 || node.separator(index) <= new
        let isBefore = index + 1 == node.childrenCount || new < node.separator(index + 1)
        guard isBehind, isBefore,
            let child = replace(old, by: new, below: node.child(index), pool)
        else { return nil }
        let node = pool.writable(node)
        node.replaceChild(index, by: child)
        return node
    }

    private static func replace(
        _ old: TreeEntry, by new: TreeEntry, in leaf: Node, _ pool: NodePool
    ) -> Node? {
        let count = leaf.count
        let place = lowerBound(old, in: leaf)
        guard place < count, leaf.entry(place) == old else { return nil }
        let target = lowerBound(new, in: leaf)
        if target < count, leaf.entry(target) == new { return nil }
        let leaf = pool.writable(leaf)
        leaf.replaceEntry(place, by: new, before: target)
        return leaf
    }
}
