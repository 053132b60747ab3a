extension Tree {
    /// Applies one change.
    mutating func apply(_ step: TreeStep, pool: NodePool) {
        if step.isInsertion {
            insert(step.entry, pool: pool)
        } else {
            remove(step.entry, pool: pool)
        }
    }

    /// Applies many changes at once. All changes to the same node share one visit.
    /// - Parameter steps: Settled steps: sorted, with at most one per entry.
    /// - Returns: The number of steps that changed nothing.
    @discardableResult
    package mutating func apply(_ steps: [TreeStep], pool: NodePool) -> Int {
        guard !steps.isEmpty else { return 0 }
        guard let node = rootNode else {
            // Usually all steps are insertions. They are then not copied.
            let isLoad = steps.allSatisfy(\.isInsertion)
            let insertions = isLoad ? steps : steps.filter(\.isInsertion)
            self = Tree(sorted: insertions, pool: pool)
            return steps.count - insertions.count
        }
        var batch = TreeBatch(steps, pool)
        switch batch.apply(steps.indices, to: node, isRightEdge: true) {
        case .one(let node, let added): setRoot(node, count: count + added)
        case .others(let nodes): self = Tree(above: nodes, pool: pool)
        }
        dropIdleRoots(pool)
        return batch.idleCount
    }

    /// Removes nodes at the top that have one child or none, and an empty leaf.
    mutating func dropIdleRoots(_ pool: NodePool) {
        while let node = rootNode, node.level > 0, node.count == 1 {
            setRoot(node.child(0), count: count)
            pool.retire(node)
        }
        if let node = rootNode, node.count == 0 {
            setRoot(nil, count: 0)
            pool.retire(node)
        }
    }
}
