extension Tree: InvariantHolder {
    func checkInvariants() throws(BrokenInvariant) {
        guard let node = rootNode else {
            return try Self.require(count == 0, 2, "an empty tree counts \(count) entries")
        }
        var last: TreeEntry?
        let found = try Self.check(node, level: node.level, last: &last)
        try Self.require(found == count, 4, "the tree counts \(count) entries, and has \(found)")
    }

    /// Checks a node and its subtree.
    /// - Parameter last: The entry before the node's first one.
    /// - Returns: The number of entries.
    private static func check(
        _ node: Node, level: Int, last: inout TreeEntry?
    ) throws(BrokenInvariant) -> Int {
        try require(node.level == level, 2, "leaves are at different depths")
        try require(node.count > 0, 2, "a node is empty")
        if level == 0 {
            for index in 0..<node.count {
                let entry = node.entry(index)
                if let last { try require(last < entry, 1, "\(entry) comes after \(last)") }
                last = entry
            }
            return node.count
        }
        var sum = 0
        for index in 0..<node.count {
            let separator = node.separator(index)
            if index > 0, let last {
                try require(last < separator, 3, "a separator is not above the entry before")
            }
            let count = try check(node.child(index), level: level - 1, last: &last)
            let known = node.childCount(index)
            try require(count == known, 4, "a child counts \(known) entries, and has \(count)")
            if index > 0, let first = Tree.firstEntry(node.child(index)) {
                try require(separator <= first, 3, "a separator is above the first entry")
            }
            sum += count
        }
        return sum
    }

    private static func firstEntry(_ node: Node) -> TreeEntry? {
        var node = node
        while node.level > 0 { node = node.child(0) }
        return node.count > 0 ? node.entry(0) : nil
    }
}
