/// What a change does to the tree of an index, kept until somebody reads the tree or the change
/// ends: then it is sorted, and goes in from left to right, all steps of a leaf at once.
struct PendingEntries {
    private var steps: [TreeStep] = []
    /// So many from the first one on are insertions, each of a greater key than the one before.
    private var orderedCount = 0
    /// So that memory is bounded, if whoever adds steps asks.
    private static let stepsMax = 1 << 20
    /// Of steps in order: nothing is gained by sorting more of them at once, and so few stay in the
    /// processor's memory. Fewer than a ``TreeBatch`` makes a tree anew for.
    private static let orderedMax = 4095
    /// So many go in one by one.
    private static let fewMax = 2

    var isEmpty: Bool { steps.isEmpty }
    var isFull: Bool { steps.count >= (isInOrder ? Self.orderedMax : Self.stepsMax) }

    private var isInOrder: Bool { orderedCount == steps.count }

    /// - Returns: whether it is found by ``orderedRow(of:)``.
    @discardableResult
    mutating func insert(_ entry: TreeEntry) -> Bool {
        let isOrdered = isInOrder && (steps.last.map { $0.entry.key < entry.key } ?? true)
        if isOrdered { orderedCount += 1 }
        steps.append(TreeStep(entry: entry, isInsertion: true))
        return isOrdered
    }

    /// The row that a key has among the first steps, as long as these are in order: so nothing else
    /// needs to know of them.
    func orderedRow(of key: UInt64) -> UInt32? {
        steps[..<orderedCount].place(ofKey: key).map { steps[$0].entry.row }
    }

    mutating func remove(_ entry: TreeEntry) {
        steps.append(TreeStep(entry: entry, isInsertion: false))
    }

    mutating func removeAll() {
        steps.removeAll()
        orderedCount = 0
    }

    /// Puts one entry in the place of another one where there is nothing else to do, as behind an
    /// update of one object.
    /// - Returns: false if that is not so, or it cannot be done in place: then nothing has changed.
    private func replaceOne(in tree: inout Tree, _ pool: NodePool) -> Bool {
        guard steps.count == 2, !steps[0].isInsertion, steps[1].isInsertion else { return false }
        return tree.replace(steps[0].entry, by: steps[1].entry, pool: pool)
    }

    /// Brings a tree up to date, and forgets.
    mutating func apply(to tree: inout Tree, pool: NodePool) {
        defer { orderedCount = 0 }
        if steps.count <= Self.fewMax {
            if !replaceOne(in: &tree, pool) {
                for step in steps { tree.apply(step, pool: pool) }
            }
            return steps.removeAll(keepingCapacity: true)
        }
        let isSmall = steps.count <= Self.orderedMax
        if !isInOrder { steps.settle() }
        tree.apply(steps, pool: pool)
        steps.removeAll(keepingCapacity: isSmall)
    }
}
