/// What a change does to the tree of an index, kept until somebody reads the tree or the change
/// ends: then it is sorted, and goes in from left to right, all steps of a leaf at once.
struct PendingEntries {
    private var steps: [TreeStep] = []
    /// So that memory is bounded, if whoever adds steps asks.
    private static let stepsMax = 1 << 20
    /// So many go in one by one.
    private static let fewMax = 2

    var isEmpty: Bool { steps.isEmpty }
    var isFull: Bool { steps.count >= Self.stepsMax }

    mutating func insert(_ entry: TreeEntry) {
        steps.append(TreeStep(entry: entry, isInsertion: true))
    }

    mutating func remove(_ entry: TreeEntry) {
        steps.append(TreeStep(entry: entry, isInsertion: false))
    }

    mutating func removeAll() { steps.removeAll() }

    /// Brings a tree up to date, and forgets.
    mutating func apply(to tree: inout Tree, pool: NodePool) {
        if steps.count <= Self.fewMax {
            for step in steps { tree.apply(step, pool: pool) }
            return steps.removeAll(keepingCapacity: true)
        }
        let isSmall = steps.count < 4096
        steps.settle()
        tree.apply(steps, pool: pool)
        steps.removeAll(keepingCapacity: isSmall)
    }
}
