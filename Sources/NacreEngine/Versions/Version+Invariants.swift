internal import NacreFormat

extension Version {
    /// Checks that the trees fit the rows.
    /// - Parameter limit: Trees with more entries are not checked.
    func checkInvariants(upTo limit: Int) throws(BrokenInvariant) {
        for definition in catalog.all {
            let roots = roots[Int(definition.schema.number.rawValue)]
            guard roots.ids.count <= limit else { continue }
            try check(roots)
            for index in definition.indexes {
                let tree = tree(index.slot)
                guard tree.count <= limit else { continue }
                for entry in tree.entries {
                    try Self.require(
                        roots.rows[entry.row] != 0, 2, "row \(entry.row) has no record")
                }
            }
        }
    }

    private func check(_ roots: EntityRoots) throws(BrokenInvariant) {
        var rows: Set<UInt32> = []
        for entry in roots.ids.entries {
            try Self.require(
                roots.rows[entry.row] != 0 && rows.insert(entry.row).inserted, 1,
                "an id leads to row \(entry.row)")
        }
        var count = 0
        roots.rows.forEach { _, _ in
            count += 1
            return true
        }
        try Self.require(count == rows.count, 1, "\(rows.count) ids, \(count) rows")
    }
}
