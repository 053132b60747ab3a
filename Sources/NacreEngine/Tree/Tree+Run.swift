extension Tree {
    /// The row that a key probably has. Ids are often numbers given one after another, as rows are:
    /// then a key less its row is always the same, and the way down the tree, which waits for
    /// memory several times, need not be gone. What separates the children of the root, which every
    /// look-up keeps in the cache, tells whether it is so.
    ///
    /// Only a guess: the row's record says whether it is right.
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
    /// By how much the key is ahead of the row.
    @inline(__always)
    var distance: UInt64 { key &- UInt64(row) }
}
