/// What a change does to the tree of an index, kept until somebody reads the tree or the change
/// ends: then it is sorted, and goes in from left to right. A tree of which much changes is built
/// anew, which takes a tenth of the time of as many insertions at random places.
struct PendingEntries {
    private struct Step {
        let entry: TreeEntry
        let isInsertion: Bool
        /// Of the same entry the last step holds.
        let place: UInt32
    }

    private var steps: [Step] = []
    /// So that places fit, and memory is bounded.
    private static let stepsMax = 1 << 20

    var isEmpty: Bool { steps.isEmpty }
    var isFull: Bool { steps.count >= Self.stepsMax }

    mutating func insert(_ entry: TreeEntry) { add(entry, isInsertion: true) }
    mutating func remove(_ entry: TreeEntry) { add(entry, isInsertion: false) }

    private mutating func add(_ entry: TreeEntry, isInsertion: Bool) {
        steps.append(
            Step(entry: entry, isInsertion: isInsertion, place: UInt32(steps.count)))
    }

    mutating func removeAll() { steps.removeAll() }

    /// Brings a tree up to date, and forgets.
    mutating func apply(to tree: inout Tree, pool: NodePool) {
        steps.sort { $0.entry != $1.entry ? $0.entry < $1.entry : $0.place < $1.place }
        if steps.count > 64, steps.count > tree.count / 4 {
            rebuild(&tree, pool)
        } else {
            for (index, step) in steps.enumerated() where isLast(index) {
                if step.isInsertion {
                    tree.insert(step.entry, pool: pool)
                } else {
                    tree.remove(step.entry, pool: pool)
                }
            }
        }
        steps.removeAll(keepingCapacity: steps.count < 4096)
    }

    /// Whether no later step has the same entry.
    private func isLast(_ index: Int) -> Bool {
        index + 1 == steps.count || steps[index + 1].entry != steps[index].entry
    }

    private func rebuild(_ tree: inout Tree, _ pool: NodePool) {
        let merged = merged(with: tree)
        tree.removeAll(pool: pool)
        tree = Tree(sorted: merged, pool: pool)
    }

    /// The entries of a tree after the steps, which are sorted.
    private func merged(with tree: Tree) -> [TreeEntry] {
        var former: [TreeEntry] = []
        former.reserveCapacity(tree.count)
        tree.forEach { entry in
            former.append(entry)
            return true
        }
        var entries: [TreeEntry] = []
        entries.reserveCapacity(former.count + steps.count)
        var next = 0
        for (index, step) in steps.enumerated() where isLast(index) {
            while next < former.count, former[next] < step.entry {
                entries.append(former[next])
                next += 1
            }
            if next < former.count, former[next] == step.entry { next += 1 }
            if step.isInsertion { entries.append(step.entry) }
        }
        entries += former[next...]
        return entries
    }
}
