extension Tree {
    /// Stops the process if an invariant is violated, with its number (see ``Tree``).
    func checkInvariants() {
        guard let node = rootNode else {
            precondition(count == 0, "invariant 2: an empty tree has no entries")
            return
        }
        var last: TreeEntry?
        let found = Self.check(node, level: node.level, last: &last)
        precondition(found == count, "invariant 4: the tree's count is \(count), found \(found)")
    }

    /// Checks a node and its subtree.
    /// - Parameter last: The entry before the node's first one.
    /// - Returns: The number of entries.
    private static func check(_ node: Node, level: Int, last: inout TreeEntry?) -> Int {
        precondition(node.level == level, "invariant 2: leaves at different depths")
        precondition(node.count > 0, "invariant 2: an empty node")
        if level == 0 {
            for index in 0..<node.count {
                let entry = node.entry(index)
                if let last { precondition(last < entry, "invariant 1: entries out of order") }
                last = entry
            }
            return node.count
        }
        var sum = 0
        for index in 0..<node.count {
            let separator = node.separator(index)
            if index > 0, let last {
                precondition(last < separator, "invariant 3: separator not above the entry before")
            }
            let before = last
            let count = check(node.child(index), level: level - 1, last: &last)
            precondition(count == node.childCount(index), "invariant 4: wrong child count")
            if index > 0, let first = Tree.firstEntry(node.child(index)) {
                precondition(separator <= first, "invariant 3: separator above the first entry")
                precondition(before != nil, "invariant 2: an empty child before")
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
