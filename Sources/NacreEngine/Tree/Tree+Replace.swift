extension Tree {
    /// Replaces an entry by another one if both belong into the same leaf, as after a small
    /// increase of a number. It descends the tree once instead of three times.
    /// - Returns: false if the new entry belongs elsewhere or already exists, or the old one does
    ///   not exist. Nothing has then changed.
    mutating func replace(_ old: TreeEntry, by new: TreeEntry, pool: NodePool) -> Bool {
        guard let root = rootNode,
            let node = Self.replace(old, by: new, below: root, pool)
        else { return false }
        setRoot(node, count: count)
        return true
    }

    /// Replaces an entry below a node.
    /// - Returns: The node or its copy. Nil if nothing has changed.
    private static func replace(
        _ old: TreeEntry, by new: TreeEntry, below node: Node, _ pool: NodePool
    ) -> Node? {
        if node.level == 0 { return replace(old, by: new, in: node, pool) }
        node.prefetchSeparators()
        let index = node.childIndex(for: old)
        // The node above has checked the lower bound of the first child.
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
