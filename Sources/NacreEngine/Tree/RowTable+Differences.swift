/// Comparison of a table's rows in two versions.
extension RowTable {
    /// Calls `body` with the rows whose words differ, ascending. Nodes that both tables share are
    /// skipped, so the time is proportional to the number of differences.
    func forEachDifference<Failure: Error>(
        to other: RowTable,
        _ body: (_ row: UInt32, _ old: UInt64, _ new: UInt64) throws(Failure) -> Void
    ) throws(Failure) {
        let (old, new) = (Node(address: root), Node(address: other.root))
        try Self.compare(old, height, new, other.height, first: 0, body)
    }

    /// - Parameters:
    ///   - height: The height of the table with the root `old`. 0 if there is none.
    ///   - first: The first row of both.
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

    /// Returns a child for comparison.
    /// - Parameter level: The level of the compared nodes. A lower table is the first part of the
    ///   higher one.
    private static func child(
        _ index: Int, of node: Node?, _ height: Int, at level: Int
    ) -> Node? {
        guard height <= level else { return node.flatMap { $0.tableChild(index) } }
        return index == 0 ? node : nil
    }
}
