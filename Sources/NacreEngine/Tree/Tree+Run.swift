extension Tree {
    /// Returns the probable row of a key. Ids are often consecutive numbers, as rows are. The
    /// difference between key and row is then constant, and the descent of the tree, with its
    /// several cache misses, is unnecessary. The separators in the root, which lookups keep in the
    /// cache, show whether this holds.
    ///
    /// Only a guess: the row's record tells whether it is right.
    @inline(__always)
    func likelyRow(of key: UInt64) -> UInt32? {
        // A deferred tree knows the distance before its nodes are made.
        if let distance = deferred({ $0.runDistance }) {
            return UInt32(exactly: key &- distance)
        }
        guard let node = rootNode, node.level > 0 else { return nil }
        let last = node.childrenCount - 1
        guard last > 1 else { return nil }
        let distance = node.separator(1).distance
        guard node.separator(last / 2 + 1).distance == distance,
            node.separator(last).distance == distance
        else { return nil }
        return UInt32(exactly: key &- distance)
    }
}

extension TreeEntry {
    /// The difference between the key and the row.
    @inline(__always)
    var distance: UInt64 { key &- UInt64(row) }
}
