extension Tree {
    /// A tree of entries that are sorted already, without a search for any of them.
    init(sorted entries: [TreeEntry], pool: NodePool) {
        self.init()
        guard !entries.isEmpty else { return }
        var level: [(node: Node, count: Int, first: TreeEntry)] = []
        for range in Self.pieces(entries.count, of: Node.leafCapacity) {
            let leaf = pool.make(level: 0)
            leaf.count = range.count
            for (place, index) in range.enumerated() { leaf.setEntry(place, entries[index]) }
            level.append((leaf, range.count, entries[range.lowerBound]))
        }
        while level.count > 1 {
            var above: [(node: Node, count: Int, first: TreeEntry)] = []
            for range in Self.pieces(level.count, of: Node.innerCapacity) {
                let inner = pool.make(level: level[0].node.level + 1)
                inner.count = range.count
                var count = 0
                for (place, index) in range.enumerated() {
                    let child = level[index]
                    inner.setChild(place, child.node, count: child.count, separator: child.first)
                    count += child.count
                }
                above.append((inner, count, level[range.lowerBound].first))
            }
            level = above
        }
        setRoot(level[0].node, count: entries.count)
    }

    /// Cuts `0..<count` into pieces of nearly the same size, of at most `size`.
    private static func pieces(_ count: Int, of size: Int) -> [Range<Int>] {
        let number = (count + size - 1) / size
        return (0..<number).map { count * $0 / number..<count * ($0 + 1) / number }
    }
}
