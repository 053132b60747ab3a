internal import NacreFormat

extension Version.Head {
    /// Checks that the trees fit the rows.
    /// - Parameter limit: Trees with more entries are not checked.
    func checkInvariants(upTo limit: Int) throws(BrokenInvariant) {
        for definition in catalog.all {
            let roots = roots[Int(definition.schema.number.rawValue)]
            guard roots.ids.count <= limit else { continue }
            try check(roots)
            for index in definition.indexes where trees[index.slot].count <= limit {
                for entry in trees[index.slot].entries {
                    try Version.require(
                        roots.rows[entry.row] != 0, 2, "row \(entry.row) has no record")
                }
            }
        }
    }

    private func check(_ roots: EntityRoots) throws(BrokenInvariant) {
        var rows: Set<UInt32> = []
        for entry in roots.ids.entries {
            try Version.require(
                roots.rows[entry.row] != 0 && rows.insert(entry.row).inserted, 1,
                "an id leads to row \(entry.row)")
        }
        var count = 0
        roots.rows.forEach { _, _ in
            count += 1
            return true
        }
        try Version.require(count == rows.count, 1, "\(rows.count) ids, \(count) rows")
    }
}
