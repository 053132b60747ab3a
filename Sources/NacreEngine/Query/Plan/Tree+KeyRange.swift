internal import NacreFormat

extension RecordSource {
    /// Returns the tree of an index, which may be that of the ids.
    func tree(of index: IndexDefinition, _ definition: EntityDefinition) -> Tree {
        index.slot < 0 ? roots(of: definition.schema.number).ids : tree(index.slot)
    }

    /// Returns the number of entries in ranges of a tree.
    func count(
        of index: IndexDefinition, _ ranges: [KeyRange], _ definition: EntityDefinition
    ) -> Int {
        let tree = tree(of: index, definition)
        return ranges.reduce(0) { $0 + tree.count(of: $1) }
    }
}

extension Tree {
    func count(of range: KeyRange) -> Int {
        if range.lower == 0, range.upper == .max { return count }
        return count(from: range.start, to: range.end)
    }

    /// Calls `body` with the entries of a range in ascending order.
    /// - Parameter limit: The limit of the read; nil if it has none.
    /// - Throws: `cancelled` or `deadlineExceeded` once the read must stop.
    func forEach(
        in range: KeyRange, within limit: ReadLimit?, _ body: (TreeEntry) -> Void
    ) throws(StoreError) {
        try forEachLeaf(from: range.start, within: limit) { leaf, places in
            leaf.forEachEntry(places, isAscending: true) { entry in
                guard entry.key <= range.upper else { return false }
                body(entry)
                return true
            }
        }
    }

    /// Calls `body` with the leaves that have entries from `bound` on, in ascending order, and with
    /// the entries' places in each leaf, until it returns false.
    /// - Parameter limit: The limit of the read; nil if it has none.
    /// - Throws: `cancelled` or `deadlineExceeded` once the read must stop.
    func forEachLeaf(
        from bound: TreeEntry, within limit: ReadLimit?, _ body: (Node, Range<Int>) -> Bool
    ) throws(StoreError) {
        var failure: StoreError?
        forEachLeaf(from: bound) { leaf, places in
            do throws(StoreError) { try limit?.check() } catch {
                failure = error
                return false
            }
            return body(leaf, places)
        }
        if let failure { throw failure }
    }
}

extension KeyRange {
    /// The first possible entry of the range. ``end`` is above all its entries, because no row has
    /// the highest number.
    var start: TreeEntry { TreeEntry(key: lower, row: 0) }
    var end: TreeEntry { TreeEntry(key: upper, row: .max) }
}
