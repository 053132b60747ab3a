/// Applies changes to a tree, from the root to the leaves and from left to right.
///
/// If a node's changes leave exactly one node, its parent changes in place. If nodes are added or
/// removed, the parent gets a new list of children. If that does not fit, the same applies to its
/// own parent.
struct TreeBatch {
    let steps: [TreeStep]
    let pool: NodePool
    /// The new content of the current leaf, or of all leaves below a node. Kept to reuse its
    /// memory.
    var merged: [TreeEntry] = []
    /// The number of steps that changed nothing.
    var idleCount = 0

    /// The replacement of a node.
    enum Outcome {
        /// The node or its copy, and the number of entries added to it.
        case one(Node, added: Int)
        /// No node or several nodes.
        case others([Tree.Child])
    }

    /// - Parameter steps: Sorted steps, at most one per entry.
    init(_ steps: [TreeStep], _ pool: NodePool) {
        self.steps = steps
        self.pool = pool
    }

    /// Applies a range of the steps, all of which belong below a node.
    /// - Parameter isRightEdge: Whether no node lies to the right of this one.
    mutating func apply(_ range: Range<Int>, to node: Node, isRightEdge: Bool) -> Outcome {
        if node.level > 0 { return apply(range, toInner: node, isRightEdge: isRightEdge) }
        let (leaf, next, added) = applyInPlace(range, node)
        if next == range.upperBound { return .one(leaf, added: added) }
        let outcome = merge(next..<range.upperBound, leaf, isRightEdge: isRightEdge)
        guard case .one(let other, let more) = outcome else { return outcome }
        return .one(other, added: added + more)
    }

    // MARK: Leaves

    /// Applies steps individually as long as the leaf has room and keeps an entry. If there are
    /// more than eight, merging them with all of its entries is cheaper, and none are applied.
    /// - Returns: The leaf or its copy, the first remaining step, and the number of entries added
    ///   to the leaf.
    private mutating func applyInPlace(
        _ range: Range<Int>, _ leaf: Node
    ) -> (leaf: Node, next: Int, added: Int) {
        var (leaf, next, added) = (leaf, range.lowerBound, 0)
        guard range.count <= 8 else { return (leaf, next, added) }
        while next < range.upperBound,
            case .one(let changed, let more) = applyInPlace(steps[next], leaf)
        {
            leaf = changed
            added += more
            next += 1
        }
        return (leaf, next, added)
    }

    /// Applies one step to a leaf.
    /// - Returns: nil if the leaf has no room or would become empty.
    private mutating func applyInPlace(_ step: TreeStep, _ leaf: Node) -> Outcome? {
        let place = Tree.lowerBound(step.entry, in: leaf)
        let count = leaf.count
        let isThere = place < count && leaf.entry(place) == step.entry
        guard isThere != step.isInsertion else {
            idleCount += 1
            return .one(leaf, added: 0)
        }
        if step.isInsertion {
            guard count < Node.leafCapacity else { return nil }
            let leaf = pool.writable(leaf)
            leaf.moveEntries(from: place, by: 1)
            leaf.setEntry(place, step.entry)
            return .one(leaf, added: 1)
        }
        guard count > 1 else { return nil }
        let leaf = pool.writable(leaf)
        leaf.moveEntries(from: place + 1, by: -1)
        return .one(leaf, added: -1)
    }

    private mutating func merge(
        _ range: Range<Int>, _ leaf: Node, isRightEdge: Bool
    ) -> Outcome {
        let former = leaf.count
        let isBehind = former > 0 && leaf.entry(former - 1) < steps[range.lowerBound].entry
        let idleBefore = idleCount
        merge(range, with: CollectionOfOne(leaf))
        if idleCount - idleBefore == range.count { return .one(leaf, added: 0) }
        pool.retire(leaf)
        // Ascending keys leave full leaves.
        let pieces =
            isRightEdge && isBehind
            ? Pieces(full: merged.count, of: Node.leafCapacity)
            : Pieces(even: merged.count, of: Node.leafCapacity)
        let children = pieces.map { Tree.leaf(merged[$0], pool) }
        guard children.count == 1 else { return .others(children) }
        return .one(children[0].node, added: merged.count - former)
    }

    /// Merges the entries of some leaves and a range of the steps into `merged`.
    @inline(__always)
    mutating func merge(_ range: Range<Int>, with leaves: some Sequence<Node>) {
        // Copied into locals: reading the properties for each entry would retain and release them.
        let steps = steps
        var merged = merged
        self.merged = []
        merged.removeAll(keepingCapacity: true)
        var next = range.lowerBound
        var idleCount = 0
        var unpacked: Node?
        for found in leaves {
            let leaf = readable(found, &unpacked)
            var place = 0
            while next < range.upperBound {
                let step = steps[next]
                let found = leaf.place(of: step.entry, from: place)
                merged.append(place..<found, of: leaf)
                place = found
                if place == leaf.count { break }
                if leaf.ownEntry(place) == step.entry {
                    if step.isInsertion {
                        merged.append(step.entry)
                        idleCount += 1
                    }
                    place += 1
                } else {
                    step.makeAlone(in: &merged, &idleCount)
                }
                next += 1
            }
            merged.append(place..<leaf.count, of: leaf)
        }
        if let unpacked { pool.retire(unpacked) }
        for step in steps[next..<range.upperBound] { step.makeAlone(in: &merged, &idleCount) }
        self.merged = merged
        self.idleCount += idleCount
    }

    /// Returns a leaf whose entries are quick to read: the leaf itself, or a copy if it is packed.
    /// - Parameter unpacked: The node of the copies; nil before the first one.
    private func readable(_ leaf: Node, _ unpacked: inout Node?) -> Node {
        guard leaf.isPacked else { return leaf }
        let own = unpacked ?? pool.make(level: 0)
        unpacked = own
        own.unpack(leaf)
        return own
    }

    // MARK: Inner nodes

    private mutating func apply(
        _ range: Range<Int>, toInner node: Node, isRightEdge: Bool
    ) -> Outcome {
        if changesMost(range, node) { return remake(range, node) }
        let node = pool.writable(node)
        var added = 0
        var changes: [(index: Int, children: [Tree.Child])] = []
        var hasSparseChild = false
        var next = range.lowerBound
        while next < range.upperBound {
            var (index, end) = child(for: next..<range.upperBound, node)
            let start = changes.last.map { $0.index + 1 } ?? 0
            if makeRoom(for: next..<end, index, node, from: start, isRightEdge: isRightEdge) {
                (index, end) = child(for: next..<range.upperBound, node)
            }
            let former = node.child(index).count
            let outcome = apply(
                next..<end, to: node.child(index),
                isRightEdge: isRightEdge && index == node.childrenCount - 1)
            next = end
            switch outcome {
            case .one(let child, let more):
                added += more
                node.setChild(index, child, count: node.childCount(index) + more)
                if child.count < former, Tree.isSparse(child) { hasSparseChild = true }
            case .others(let children):
                added += children.reduce(-node.childCount(index)) { $0 + $1.count }
                changes.append((index, children))
                if children.reduce(0, { $0 + $1.node.count }) < former,
                    children.contains(where: { Tree.isSparse($0.node) })
                {
                    hasSparseChild = true
                }
            }
        }
        if changes.isEmpty {
            if hasSparseChild { Tree.joinSparseChildren(of: node, pool) }
            return .one(node, added: added)
        }
        let nodes = replace(changes, in: node, isRightEdge: isRightEdge)
        if hasSparseChild {
            for child in nodes { Tree.joinSparseChildren(of: child.node, pool) }
        }
        return nodes.count == 1 ? .one(nodes[0].node, added: added) : .others(nodes)
    }

    /// Balances a leaf with a neighbour if it has too little room for its steps.
    /// - Parameter start: The first child that may be changed.
    /// - Returns: Whether it balanced two leaves. Some of the steps may then belong elsewhere.
    private func makeRoom(
        for range: Range<Int>, _ index: Int, _ node: Node, from start: Int, isRightEdge: Bool
    ) -> Bool {
        guard node.level == 1, node.child(index).count + range.count > Node.leafCapacity else {
            return false
        }
        let insertions = steps[range].count { $0.isInsertion }
        let growth = insertions - (range.count - insertions)
        return growth > 0
            && Tree.makeRoom(
                for: steps[range.lowerBound].entry, growth, below: node, from: start,
                isRightEdge: isRightEdge, pool)
    }

    /// Returns the child that the first of some steps belongs below, and the end of the steps that
    /// also belong there.
    func child(for range: Range<Int>, _ node: Node) -> (index: Int, end: Int) {
        let index = node.childIndex(for: steps[range.lowerBound].entry)
        guard index + 1 < node.childrenCount else { return (index, range.upperBound) }
        let bound = node.separator(index + 1)
        // Usually the next step belongs elsewhere.
        var (low, high) = (range.lowerBound + 1, range.upperBound)
        if low < high, steps[low].entry >= bound { return (index, low) }
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].entry < bound { low = middle + 1 } else { high = middle }
        }
        return (index, low)
    }

    /// Replaces some of a node's children.
    /// - Returns: The nodes that replace the node.
    private func replace(
        _ changes: [(index: Int, children: [Tree.Child])], in node: Node, isRightEdge: Bool
    ) -> [Tree.Child] {
        var children: [Tree.Child] = []
        children.reserveCapacity(node.count + changes.count)
        var rest = changes[...]
        for index in 0..<node.count {
            guard let change = rest.first, change.index == index else {
                children.append(
                    Tree.Child(
                        node: node.child(index), count: node.childCount(index),
                        first: node.separator(index)))
                continue
            }
            rest.removeFirst()
            for (place, child) in change.children.enumerated() {
                // Entries between the old separator and the first entry also belong here, so the
                // first child keeps the separator.
                let first = place == 0 ? node.separator(index) : child.first
                children.append(Tree.Child(node: child.node, count: child.count, first: first))
            }
        }
        let capacity = Node.innerCapacity
        let isGrowing = isRightEdge && changes.count == 1 && changes[0].index == node.count - 1
        let pieces =
            isGrowing
            ? Pieces(full: children.count, of: capacity)
            : Pieces(even: children.count, of: capacity)
        pool.retire(node)
        return pieces.map { Tree.parent(of: children[$0], pool) }
    }
}

extension TreeStep {
    /// Applies the step if the tree does not contain its entry.
    @inline(__always)
    fileprivate func makeAlone(in merged: inout [TreeEntry], _ idleCount: inout Int) {
        if isInsertion { merged.append(entry) } else { idleCount += 1 }
    }
}

extension [TreeEntry] {
    /// Appends entries of a leaf that is not a packed block.
    @inline(__always)
    fileprivate mutating func append(_ places: Range<Int>, of leaf: Node) {
        for place in places { append(leaf.ownEntry(place)) }
    }
}

extension Node {
    /// Fills this node, which stays one of the pending change, with a packed leaf.
    fileprivate func unpack(_ leaf: Node) {
        let born = born
        copy(from: leaf)
        self.born = born
    }

    /// Returns the first place of a leaf, from `start` on, whose entry is not below a bound. The
    /// leaf is not a packed block. Takes longer the farther the place is from the start.
    @inline(__always)
    fileprivate func place(of bound: TreeEntry, from start: Int) -> Int {
        let count = count
        var (low, width) = (start, 1)
        while low + width <= count, ownEntry(low + width - 1) < bound {
            low += width
            width *= 2
        }
        var length = min(width, count - low)
        while length > 0 {
            let half = length / 2
            if ownEntry(low + half) < bound {
                low += half + 1
                length -= half + 1
            } else {
                length = half
            }
        }
        return low
    }
}
