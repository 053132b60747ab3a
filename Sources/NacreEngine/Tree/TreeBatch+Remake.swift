/// Large changes of keys in no order, which meet most leaves: then all leaves below a node are made
/// anew, nearly full, also those that nothing happens to. Changed one by one they would be cut in
/// halves, and those that are left would keep the memory of all that stood beside them from being
/// given back.
extension TreeBatch {
    /// Smaller batches leave little memory behind.
    private static let stepsMin = 4096
    /// Of the leaves below a node, so many have to be met.
    private static let leavesMin = 0.5
    /// What the leaves have then: a few entries more find room.
    private static let filled = Node.leafCapacity - 5

    /// Whether the steps of a range meet most leaves below a node.
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

    /// Makes the changes of a range of the steps, which all belong below a node of leaves.
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
