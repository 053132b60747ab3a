internal import CNacreShims

/// The children of an inner node. The data that a search reads is contiguous: all separator keys
/// come first.
extension Node {
    static let innerCapacity = 42
    private static let separatorRows = payload + innerCapacity * 8
    private static let childCounts = separatorRows + innerCapacity * 4
    private static let addresses = childCounts + innerCapacity * 4

    /// The count of a node that is not a leaf, and so not a packed block.
    @inline(__always)
    var childrenCount: Int { Int(load(UInt16.self, 16)) }

    @inline(__always)
    private func check(_ index: Int) {
        precondition(UInt(bitPattern: index) < UInt(Node.innerCapacity))
    }

    @inline(__always)
    private func separatorKey(_ index: Int) -> UInt64 {
        check(index)
        return load(UInt64.self, Node.payload + index * 8)
    }

    @inline(__always)
    private func separatorRow(_ index: Int) -> UInt32 {
        check(index)
        return load(UInt32.self, Node.separatorRows + index * 4)
    }

    /// Returns a child's separator. No entry of this or a later child is below it. It is
    /// meaningless for the first child.
    @inline(__always)
    func separator(_ index: Int) -> TreeEntry {
        TreeEntry(key: separatorKey(index), row: separatorRow(index))
    }

    /// Returns the number of entries in the child's subtree.
    @inline(__always)
    func childCount(_ index: Int) -> Int {
        check(index)
        return Int(load(UInt32.self, Node.childCounts + index * 4))
    }

    @inline(__always)
    func child(_ index: Int) -> Node { visited(unvisitedChild(index)) }

    /// Returns a child of which only the count is read. If it is a packed block, it may not have
    /// been checked yet.
    @inline(__always)
    func unvisitedChild(_ index: Int) -> Node {
        check(index)
        let address = load(UInt64.self, Node.addresses + index * 8)
        guard let node = Node(address: address) else { preconditionFailure("no child here") }
        return node
    }

    /// Returns the index of the child whose range contains an entry.
    @inline(__always)
    func childIndex(for entry: TreeEntry) -> Int {
        var low = 0
        var length = childrenCount
        while length > 1 {
            let half = length / 2
            let key = separatorKey(low + half)
            // A conditional move: a branch would be mispredicted half the time. Rows are rarely
            // read.
            let isAbove = key == entry.key ? separatorRow(low + half) > entry.row : key > entry.key
            low = isAbove ? low : low + half
            length -= half
        }
        return low
    }

    /// Prefetches the keys that such a search reads, which would otherwise wait for each cache
    /// line.
    @inline(__always)
    func prefetchSeparators() {
        for offset in stride(from: 0, to: Node.separatorRows, by: 64) {
            // SAFETY: nothing is read.
            unsafe nacre_prefetch(base + offset)
        }
    }

    // MARK: Changing

    func setChild(_ index: Int, _ child: Node, count: Int, separator: TreeEntry) {
        check(index)
        store(separator.key, Node.payload + index * 8)
        store(separator.row, Node.separatorRows + index * 4)
        setChild(index, child, count: count)
    }

    /// Replaces a child and keeps its separator.
    func setChild(_ index: Int, _ child: Node, count: Int) {
        check(index)
        store(UInt32(count), Node.childCounts + index * 4)
        replaceChild(index, by: child)
    }

    /// Replaces a child by a copy that holds as many entries.
    func replaceChild(_ index: Int, by child: Node) {
        check(index)
        store(child.address, Node.addresses + index * 8)
    }

    func moveChildren(from start: Int, by shift: Int) {
        let (target, moved) = (start + shift, count - start)
        precondition(
            start >= 0 && target >= 0 && moved >= 0 && target + moved <= Node.innerCapacity)
        copyChildren(moved, from: self, start, to: target)
        count = target + moved
    }

    func appendChildren(_ range: Range<Int>, of other: Node) {
        precondition(
            range.upperBound <= other.count && count + range.count <= Node.innerCapacity)
        copyChildren(range.count, from: other, range.lowerBound, to: count)
        count += range.count
    }

    /// Copies children. The caller has checked the indexes.
    private func copyChildren(_ moved: Int, from other: Node, _ start: Int, to target: Int) {
        copy(moved, from: other, start, to: target, at: Node.payload, width: 8)
        copy(moved, from: other, start, to: target, at: Node.separatorRows, width: 4)
        copy(moved, from: other, start, to: target, at: Node.childCounts, width: 4)
        copy(moved, from: other, start, to: target, at: Node.addresses, width: 8)
    }
}
