internal import NacreFormat

/// Answers a query as its plan says. Filters and sorts read what they need in the records; whole
/// objects are decoded only for output.
struct QueryExecution<Source: RecordSource> {
    let source: Source
    let query: Query
    let definition: EntityDefinition
    let plan: QueryPlan
    let residual: BoundFilter
    let keys: SortKeys

    /// - Parameter isCounting: whether it is only going to be asked for its ``count()``.
    init(
        _ query: Query, in source: Source, isCounting: Bool = false,
        costs: QueryCosts = QueryCosts()
    ) throws {
        self.query = query
        self.source = source
        definition = try source.definition(query.entity)
        let filter = try BoundFilter(query.filter, schema: definition.schema)
        keys = try SortKeys(query.sorts, schema: definition.schema)
        guard query.offset >= 0, query.limit.map({ $0 >= 0 }) ?? true else {
            throw StoreError(.invalidValue, "Limit and offset of a query are 0 or more.")
        }
        if let after = query.after { try keys.check(after) }
        let planner = QueryPlanner(definition, in: source, costs)
        plan =
            isCounting
            ? planner.countingPlan(query, filter.filter) : planner.plan(query, filter.filter)
        residual = try BoundFilter(plan.residual, schema: definition.schema)
    }

    /// How many objects `run` would pass on.
    func count() throws -> Int {
        if let known = try countByKeys() { return known }
        var count = 0
        try forEachMatch { _ in
            count += 1
            return true
        }
        return inWindow(count)
    }

    /// The same where no object has to be looked at, otherwise nil.
    var knownCount: Int? {
        guard plan.residual == .all, query.after == nil else { return nil }
        switch plan.access {
        case .nothing: return 0
        case .everything, .ranges: return inWindow(plan.candidateCount)
        case .intersection, .union: return inWindow(rows(plan.access).count)
        }
    }

    /// The same where no object has to be looked at but those whose keys tie with the ends of a
    /// range, otherwise nil.
    func countByKeys() throws -> Int? {
        if let knownCount { return knownCount }
        guard plan.asksOnlyTies, query.after == nil,
            case .ranges(let index, let ranges) = plan.access
        else { return nil }
        let parts = ranges.map(\.parts)
        let known = source.count(of: index, parts.compactMap(\.known), definition)
        var count = 0
        var test = RecordTest(residual, in: source)
        var cursor = RecordCursor(of: definition, in: source)
        for row in sortedRows(index, parts.flatMap(\.asked)) {
            if try test.holds(for: cursor.record(of: row)) { count += 1 }
        }
        return inWindow(known + count)
    }

    private func inWindow(_ matching: Int) -> Int {
        min(max(0, matching - query.offset), query.limit ?? .max)
    }

    /// Passes on the objects in the query's order.
    func run(_ body: (FoundRecord) throws -> Bool) throws {
        switch plan.order {
        case .walk(let index, let isAscending):
            guard case .ranges(_, let ranges) = plan.access else { return }
            var walk = IndexWalk(self, index, ranges, isAscending: isAscending)
            try walk.run(body)
        case .sort(_, let wanted): try runSorted(wanted, body)
        }
    }

    private func runSorted(_ wanted: Int?, _ body: (FoundRecord) throws -> Bool) throws {
        guard wanted != 0, query.limit != 0 else { return }
        var first = FirstMatches(keys, after: query.after, wanted: wanted)
        var sortKeys = SortKeySource(keys, in: source)
        try forEachFiltered { found in
            first.add(try sortKeys.key(of: found), found)
            return true
        }
        for match in first.sorted().dropFirst(query.offset).prefix(query.limit ?? .max) {
            guard try body(match.found) else { return }
        }
    }

    /// The same objects in ascending order of their rows, unless the query's order chooses them.
    func forEachInAnyOrder(_ body: (FoundRecord) throws -> Bool) throws {
        guard query.limit == nil, query.offset == 0 else { return try run(body) }
        try forEachMatch(body)
    }

    // MARK: Matches

    /// In no order that is promised.
    private func forEachMatch(_ body: (FoundRecord) throws -> Bool) throws {
        guard let after = query.after else { return try forEachFiltered(body) }
        var sortKeys = SortKeySource(keys, in: source)
        try forEachFiltered { found in
            guard keys.precedes(after, try sortKeys.key(of: found)) else { return true }
            return try body(found)
        }
    }

    /// The same with those before the query's cursor.
    private func forEachFiltered(_ body: (FoundRecord) throws -> Bool) throws {
        var test = RecordTest(residual, in: source)
        try forEachCandidate { found in
            guard try test.holds(for: found) else { return true }
            return try body(found)
        }
    }

    // MARK: Candidates

    private func forEachCandidate(_ body: (FoundRecord) throws -> Bool) throws {
        var cursor = RecordCursor(of: definition, in: source)
        switch plan.access {
        case .nothing: return
        case .everything: try source.forEach(in: definition, body)
        case .ranges(let index, let ranges) where plan.candidateCount < plan.objectCount / 64:
            for row in sortedRows(index, ranges) where try !body(cursor.record(of: row)) { return }
        case .ranges, .intersection, .union:
            // In the order of rows, which is nearly that of the log.
            try rows(plan.access).forEach { row in try body(cursor.record(of: row)) }
        }
    }

    /// Of few candidates: less than a set of all rows would take.
    private func sortedRows(_ index: IndexDefinition, _ ranges: [KeyRange]) -> [UInt32] {
        let tree = source.tree(of: index, definition)
        var rows: [UInt32] = []
        for range in ranges {
            tree.forEach(in: range) { rows.append($0.row) }
        }
        return rows.sorted()
    }

    private func rows(_ access: Access) -> RowSet {
        let end = source.roots(of: definition.schema.number).rowsEnd
        var set = RowSet(end: end)
        switch access {
        case .nothing, .everything: break
        case .ranges(let index, let ranges):
            let tree = source.tree(of: index, definition)
            for range in ranges {
                tree.forEach(in: range) { entry in
                    if entry.row < end { set.insert(entry.row) }
                }
            }
        case .intersection(let parts):
            for (place, part) in parts.enumerated() {
                place == 0 ? set.formUnion(rows(part)) : set.formIntersection(rows(part))
            }
        case .union(let parts):
            for part in parts { set.formUnion(rows(part)) }
        }
        return set
    }
}
