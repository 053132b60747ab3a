/// Large changes with keys in random order, which reach most leaves. All leaves below a node are
/// then rebuilt nearly full, even those without changes. If leaves were changed individually, they
/// would be split in halves, and each remaining leaf would prevent the memory around it from being
/// returned to the system.
extension TreeBatch {
    /// The minimum number of steps. Smaller batches free little memory.
    private static let stepsMin = 4096
    /// The minimum fraction of the leaves below a node that the steps must reach.
    private static let leavesMin = 0.5
    /// The number of entries in rebuilt leaves. A few more entries fit into each.
    private static let filled = Node.leafCapacity - 5

    /// Returns whether a range of steps reaches most leaves below a node.
    func changesMost(_ range: Range<Int>, _ node: Node) -> Bool {
        guard steps.count >= Self.stepsMin, node.level == 1 else { return false }
        var rest = Int((Double(node.childrenCount) * Self.leavesMin).rounded(.up))
        guard range.count >= rest else { return false }
        var next = range.lowerBound
        while next < range.upperBound, rest > 0 {
            next = child(for: next..<range.upperBound, node).end
            rest -= 1
        }
        return rest == 0
    }

    /// Applies a range of the steps, which all belong below a node of leaves.
    mutating func remake(_ range: Range<Int>, _ node: Node) -> Outcome {
        let children = 0..<node.childrenCount
        let former = children.reduce(0) { $0 + node.childCount($1) }
        let idleBefore = idleCount
        merge(range, with: children.lazy.map { node.child($0) })
        if idleCount - idleBefore == range.count { return .one(node, added: 0) }
        for index in children { pool.retire(node.unvisitedChild(index)) }
        pool.retire(node)
        let leaves = Pieces(even: merged.count, of: Self.filled)
            .map { Tree.leaf(merged[$0], pool) }
        let nodes = Pieces(even: leaves.count, of: Node.innerCapacity)
            .map { Tree.parent(of: leaves[$0], pool) }
        guard nodes.count == 1 else { return .others(nodes) }
        return .one(nodes[0].node, added: merged.count - former)
    }
}
