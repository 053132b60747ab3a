/// The changes that a pending change makes to an index's tree, buffered until the tree is read or
/// the change ends. They are then sorted and applied from left to right, all steps of a leaf at
/// once.
///
/// Invariants:
/// 1. The first `orderedCount` steps are insertions with ascending keys.
/// 2. There are at most `stepsMax` steps.
struct PendingEntries: InvariantHolder {
    private var steps: [TreeStep] = []
    /// The number of leading steps that are insertions with ascending keys.
    private var orderedCount = 0
    /// The maximum number of steps. It bounds the memory if the code that adds steps checks
    /// ``isFull``.
    private static let stepsMax = 1 << 20
    /// The maximum number of steps in order. Sorting more of them at once has no benefit, and so
    /// few stay in the processor's cache. It is less than the number of steps for which a
    /// ``TreeBatch`` remakes leaves.
    private static let orderedMax = 4095
    /// The maximum number of steps that are applied individually.
    private static let fewMax = 2

    var isEmpty: Bool { steps.isEmpty }
    var isFull: Bool { steps.count >= (isInOrder ? Self.orderedMax : Self.stepsMax) }

    private var isInOrder: Bool { orderedCount == steps.count }

    /// Adds an insertion.
    /// - Returns: Whether ``orderedRow(of:)`` finds the entry.
    @discardableResult
    mutating func insert(_ entry: TreeEntry) -> Bool {
        let isOrdered = isInOrder && (steps.last.map { $0.entry.key < entry.key } ?? true)
        if isOrdered { orderedCount += 1 }
        steps.append(TreeStep(entry: entry, isInsertion: true))
        return isOrdered
    }

    /// Returns the row of a key among the leading steps in order, so these need not be in another
    /// table.
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

    /// Replaces one entry by another if these are the only steps, as after an update of one object.
    /// - Returns: false if there are other steps, or if the replacement is impossible in place.
    ///   Nothing has then changed.
    private func replaceOne(in tree: inout Tree, _ pool: NodePool) -> Bool {
        guard steps.count == 2, !steps[0].isInsertion, steps[1].isInsertion else { return false }
        return tree.replace(steps[0].entry, by: steps[1].entry, pool: pool)
    }

    /// Applies the steps to a tree and discards them.
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

    func checkInvariants() throws(BrokenInvariant) {
        try Self.require(
            orderedCount <= steps.count, 1, "\(orderedCount) of \(steps.count) are in order")
        let first = steps[..<orderedCount]
        for (former, step) in zip(first, first.dropFirst()) {
            try Self.require(
                former.entry.key < step.entry.key, 1, "\(step) comes after \(former)")
        }
        try Self.require(first.allSatisfy(\.isInsertion), 1, "a removal is among them")
        try Self.require(steps.count <= Self.stepsMax, 2, "\(steps.count) steps")
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        mutating func breakInvariant(_ number: Int) {
            switch number {
            case 1: orderedCount += 1
            default:
                orderedCount = 0
                steps = Array(repeating: steps[0], count: Self.stepsMax + 1)
            }
        }
    #endif
}
