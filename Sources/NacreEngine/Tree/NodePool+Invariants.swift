extension NodePool {
    /// Checks the invariants between two changes.
    /// - Parameters:
    ///   - tables: All row tables of the newest version.
    ///   - trees: All trees of the newest version.
    func checkInvariants(
        reachable tables: [RowTable], _ trees: [Tree]
    ) throws(BrokenInvariant) {
        try checkStamps()
        var reachable: Set<UInt64> = []
        for tree in trees {
            if let root = tree.ownRoot { collect(root, .ofTree, in: &reachable) }
        }
        for table in tables {
            if let root = Node(address: table.root) { collect(root, .ofTable, in: &reachable) }
        }
        let (free, retired) = unreachable
        let others = (free + retired).map(\.address)
        let known = reachable.union(others)
        try Self.require(
            known.count == reachable.count + others.count, 1,
            "\(reachable.count + others.count - known.count) nodes are in two states")
        // A pool on another thread may have made others, which this one has not taken over yet.
        try Self.require(
            known.count <= nodeCount, 1, "\(known.count) nodes of \(nodeCount) are known")
    }

    /// Collects the addresses of a node and of the nodes below it, except those that belong to a
    /// checkpoint.
    private func collect(_ node: Node, _ children: NodeChildren, in addresses: inout Set<UInt64>) {
        guard !node.isPacked else { return }
        if node.born != Self.frozenStamp { addresses.insert(node.address) }
        guard node.level > 0 else { return }
        children.forEach(of: node) { _, child in collect(child, children, in: &addresses) }
    }
}
