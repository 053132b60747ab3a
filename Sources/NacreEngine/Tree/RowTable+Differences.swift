/// What became of rows from one version to another.
extension RowTable {
    /// Calls `body` with the rows whose words differ, ascending. What both tables share is passed
    /// over, so that it takes as long as there are differences.
    func forEachDifference<Failure: Error>(
        to other: RowTable,
        _ body: (_ row: UInt32, _ old: UInt64, _ new: UInt64) throws(Failure) -> Void
    ) throws(Failure) {
        let (old, new) = (Node(address: root), Node(address: other.root))
        try Self.compare(old, height, new, other.height, first: 0, body)
    }

    /// - Parameters:
    ///   - height: of the table that `old` is the root of, 0 if there is none.
    ///   - first: the first row of both.
    private static func compare<Failure: Error>(
        _ old: Node?, _ height: Int, _ new: Node?, _ otherHeight: Int, first: Int,
        _ body: (UInt32, UInt64, UInt64) throws(Failure) -> Void
    ) throws(Failure) {
        guard old?.address != new?.address else { return }
        let level = max(height, otherHeight) - 1
        for index in 0..<Node.tableCapacity {
            guard level > 0 else {
                let (before, after) = (old?.word(index) ?? 0, new?.word(index) ?? 0)
                let row = UInt32(truncatingIfNeeded: first + index)
                if before != after { try body(row, before, after) }
                continue
            }
            try compare(
                child(index, of: old, height, at: level), min(height, level),
                child(index, of: new, otherHeight, at: level), min(otherHeight, level),
                first: first + index << (bits * level), body)
        }
    }

    /// - Parameter level: of the nodes that are compared. A table that is lower is the first part
    ///   of the other one.
    private static func child(
        _ index: Int, of node: Node?, _ height: Int, at level: Int
    ) -> Node? {
        guard height <= level else { return node.flatMap { $0.tableChild(index) } }
        return index == 0 ? node : nil
    }
}
