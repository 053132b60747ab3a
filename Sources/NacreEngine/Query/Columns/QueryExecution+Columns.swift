internal import NacreFormat

/// Counts and groups by columns, a leaf of the row table at a time.
extension QueryExecution {
    /// Calls `body` with the leaves of the row table and the rows that columns leave of them.
    private func forEachLeaf(
        _ conditions: [ColumnCondition], _ body: (UInt32, Node, [2 of UInt64]) throws -> Bool
    ) throws {
        guard let columns = source.columns else {
            preconditionFailure("a plan with columns is for a source that has them")
        }
        var matcher = ColumnMatcher(conditions, of: definition, columns, in: source)
        try source.roots(of: definition.schema.number).rows.forEachLeaf { first, leaf, _ in
            let rows = try matcher.rows(of: leaf, from: first)
            return try rows[0] | rows[1] == 0 || body(first, leaf, rows)
        }
    }

    func count(_ conditions: [ColumnCondition]) throws -> Int {
        var count = 0
        try forEachLeaf(conditions) { _, _, rows in
            count += rows[0].nonzeroBitCount + rows[1].nonzeroBitCount
            return true
        }
        return count
    }

    /// The conditions of a scan; nil if the plan finds its objects by other means.
    private var scanned: [ColumnCondition]? {
        switch plan.access {
        case .everything: []
        case .columns(let conditions): conditions
        case .nothing, .ranges, .rows, .intersection, .union: nil
        }
    }

    /// Returns the scan that makes the groups, if columns provide them; otherwise nil.
    private func columnScan(
        _ grouping: BoundGrouping
    ) -> (conditions: [ColumnCondition], scan: ColumnGroupScan)? {
        guard let conditions = scanned, plan.residual.isAll, query.after == nil,
            query.limit == nil, query.offset == 0, let columns = source.columns,
            let scan = ColumnGroupScan(grouping, of: definition, columns, in: source)
        else { return nil }
        return (conditions, scan)
    }

    /// Returns the names of the columns that provide the groups, in the order of the schema. Scans
    /// them, because the keys of long texts do not tell the texts apart.
    /// - Returns: An empty array if the objects have to be read.
    func columns(of grouping: BoundGrouping) throws -> [String] {
        guard let (conditions, start) = columnScan(grouping) else { return [] }
        var scan = start
        var isWorthIt = true
        try forEachLeaf(conditions) { first, leaf, rows in
            isWorthIt = try scan.foresee(rows, of: leaf, from: first)
            return isWorthIt
        }
        guard isWorthIt else { return [] }
        let names = grouping.ownAttributes
        return definition.schema.attributes.map(\.name).filter { names.contains($0) }
    }

    /// Returns the groups, if columns provide them; otherwise nil.
    func columnGroups(_ grouping: BoundGrouping) throws -> [Group]? {
        guard let (conditions, start) = columnScan(grouping) else { return nil }
        var scan = start
        var isWorthIt = true
        try forEachLeaf(conditions) { first, leaf, rows in
            isWorthIt = try scan.add(rows, of: leaf, from: first)
            return isWorthIt
        }
        return isWorthIt ? try scan.results() : nil
    }

    /// Passes on blocks of objects that may be among the first ones of the order, according to the
    /// column of its first attribute. Reads no others.
    /// - Parameter last: The greatest first part of a ``SortPrefix`` that is still of interest.
    func forEachBlock(
        by column: AttributeSchema, through last: () -> UInt64,
        _ body: (borrowing BlockReader) throws -> Bool
    ) throws {
        guard let conditions = scanned, let columns = source.columns else { return }
        var reader = ColumnReader(of: column, definition, columns, in: source)
        var scan = RowScan(of: definition, in: source)
        let isAscending = keys.isAscending[0]
        try forEachLeaf(conditions) { first, leaf, rows in
            let chunk = try reader.chunk(of: leaf, from: first)
            // If the order descends, prefix parts are inverted keys.
            let end = isAscending ? last() : ~last()
            let range = KeyRange(lower: isAscending ? 0 : end, upper: isAscending ? end : .max)
            var rows = rows
            for half in 0..<2 { rows[half] &= chunk.rows(half, in: range) }
            return try rows.forEachRow(from: first) { try scan.add($0, body) }
        }
        try scan.end(body)
    }
}

extension InlineArray<2, UInt64> {
    /// Calls `body` with the rows of a leaf whose bit is set, in ascending order.
    /// - Parameter first: The first row of the leaf.
    /// - Returns: False if `body` has returned false.
    func forEachRow(from first: UInt32, _ body: (UInt32) throws -> Bool) rethrows -> Bool {
        for half in indices {
            let goesOn = try self[half].visitBits { try body(first + UInt32(half * 64 + $0)) }
            guard goesOn else { return false }
        }
        return true
    }
}
