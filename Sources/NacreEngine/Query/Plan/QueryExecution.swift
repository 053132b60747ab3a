internal import NacreFormat
internal import NacreSearch

/// The execution of a query according to its plan. Filters and sorts read the values they need from
/// the records; whole objects are decoded only for output. A class, because all parts that work on
/// the result retain it.
final class QueryExecution {
    let source: StoreView
    /// The retained owner of ``source``: a query can outlive the snapshot it was made with.
    private let owner: StoreView.Owner
    let query: Query
    let definition: EntityDefinition
    /// The whole filter, in which conditions on other objects are already resolved.
    let filter: FilterExpression
    let plan: QueryPlan
    let residual: BoundFilter
    let keys: SortKeys

    /// - Parameters:
    ///   - isCounting: Whether only ``count()`` is going to be called.
    ///   - rows: The rows whose objects full-text searches need to find, if only those are going
    ///     to be tested.
    init(
        _ query: Query, in source: StoreView, isCounting: Bool = false,
        searching rows: Set<RowNumber>? = nil, costs: QueryCosts = QueryCosts()
    ) throws {
        let definition = try source.definition(query.entity)
        let entities = source.catalog.finder
        let bound = try BoundFilter(query.filter, schema: definition.schema, entities: entities)
        var (query, keys) = (query, try definition.keys(sortedBy: query.sorts, entities))
        guard query.offset >= 0, query.limit.map({ $0 >= 0 }) ?? true else {
            throw StoreError(.invalidValue, "Limit and offset of a query must be 0 or more.")
        }
        if let after = query.after { try keys.check(after) }
        var resolver = ReferenceResolver(in: source, costs, searching: rows)
        let filter = try resolver.resolve(bound.filter, definition.schema)
        let planner = QueryPlanner(definition, in: source, costs, lookups: resolver.lookups)
        var plan = isCounting ? planner.countingPlan(query, filter) : planner.plan(query, filter)
        // Its range has a part of the entries of any other walk, in the same order.
        if !isCounting, let sorted = planner.sortedThroughFixed(query, filter) {
            let walk = planner.plan(sorted, filter)
            if case .walk = walk.order {
                plan = walk
                query = sorted
                keys = try definition.keys(sortedBy: sorted.sorts, entities)
            }
        }
        residual = BoundFilter(bound: plan.residual, schema: definition.schema)
        // Assigned last, so that they are moved and not copied.
        self.source = source
        owner = source.owner
        self.definition = definition
        self.keys = keys
        self.filter = filter
        self.plan = plan
        self.query = query
    }

    /// Makes a query for a subset of the objects that another query finds.
    /// - Parameter query: The query. Its filter is like that of the other query: bound, and with
    ///   conditions on other objects resolved.
    init(_ query: Query, partOf whole: QueryExecution) throws(StoreError) {
        self.query = query
        filter = query.filter
        source = whole.source
        owner = whole.owner
        definition = whole.definition
        keys = try definition.keys(sortedBy: query.sorts, source.catalog.finder)
        plan = QueryPlanner(definition, in: source, QueryCosts(), lookups: []).plan(query, filter)
        residual = BoundFilter(bound: plan.residual, schema: definition.schema)
    }

    /// Returns the plan with the details that only explanations need.
    /// - Parameter names: Attributes used in addition to those of the query.
    func explainedPlan(alsoNaming names: Set<String> = []) -> QueryPlan {
        var plan = plan
        plan.candidateCount = candidateCount
        plan.staged = definition.schema.staged(in: query, alsoNaming: names)
        return plan
    }

    /// The maximum number of objects examined.
    private var candidateCount: Int {
        if let known = plan.candidateCount { return known }
        guard case .ranges(let index, let ranges) = plan.access else { return plan.objectCount }
        return source.count(of: index, ranges, definition)
    }

    /// Returns the number of objects that `run` would pass on.
    func count() throws -> Int {
        if let known = try countByKeys() { return known }
        let counts = try accumulate {
            0
        } adding: { count, _, matching in
            count += matching.nonzeroBitCount
        }
        return inWindow(counts.reduce(0, +))
    }

    /// Returns the number of objects that `run` would pass on, if no object has to be read;
    /// otherwise nil.
    func knownCount() throws(StoreError) -> Int? {
        guard plan.residual.isAll, query.after == nil else { return nil }
        switch plan.access {
        case .nothing: return 0
        case .ranges(let index, let ranges) where index.mayRepeat(in: ranges):
            return inWindow(try rows(plan.access).count)
        case .everything, .ranges: return inWindow(candidateCount)
        case .columns: return nil
        case .rows(let rows): return inWindow(rows.count)
        case .intersection, .union: return inWindow(try rows(plan.access).count)
        }
    }

    /// Returns the number of objects that `run` would pass on, if no objects have to be read except
    /// those whose keys tie with the ends of a range; otherwise nil.
    func countByKeys() throws -> Int? {
        if let known = try knownCount() { return known }
        if case .columns(let conditions) = plan.access, plan.residual.isAll, query.after == nil {
            return inWindow(try count(conditions))
        }
        guard plan.asksOnlyTies, query.after == nil,
            case .ranges(let index, let ranges) = plan.access
        else { return nil }
        let parts = ranges.map(\.parts)
        var count = source.count(of: index, parts.compactMap(\.known), definition)
        var matcher = RecordMatcher(residual, in: source)
        let asked = try sortedRows(index, parts.flatMap(\.asked))
        try forEachBlock(of: .list(asked)) { reader in
            count += try matcher.matches(reader).nonzeroBitCount
            return true
        }
        return inWindow(count)
    }

    private func inWindow(_ matching: Int) -> Int {
        min(max(0, matching - query.offset), query.limit ?? .max)
    }

    /// Passes on the objects in the query's order.
    func run(_ body: (FoundRecord) throws -> Bool) throws {
        switch plan.order {
        case .walk: try walk(RowWindow(query), body)
        case .sort(_, let wanted, let column):
            var pace = ReadPace(source.limit)
            for found in try sorted(wanted, by: column) {
                try pace.step()
                guard try body(found) else { return }
            }
        }
    }

    /// Passes on a part of an index's order.
    /// - Parameter visitsMax: The maximum number of entries to visit; nil for no limit.
    /// - Returns: False if the walk has given up because of `visitsMax`.
    @discardableResult
    func walk(
        _ window: RowWindow, visitsMax: Int? = nil, _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        guard case .walk(let index, let isAscending) = plan.order,
            case .ranges(_, let ranges) = plan.access
        else { return true }
        var walk = try IndexWalk(
            self, index, ranges, isAscending: isAscending, window, visitsMax: visitsMax)
        try walk.run(body)
        return !walk.hasGivenUp
    }

    /// Finds and sorts the objects.
    /// - Parameters:
    ///   - wanted: The minimum number of objects to sort; nil for all.
    ///   - column: The column of the first sort attribute, if it can rule out objects.
    /// - Returns: The objects in the query's window.
    func sorted(_ wanted: Int?, by column: AttributeSchema?) throws -> ArraySlice<FoundRecord> {
        guard wanted != 0, query.limit != 0 else { return [] }
        var first = try column.map { try firstMatches(wanted, by: $0) } ?? firstMatches(wanted)
        return try first.sorted().dropFirst(query.offset).prefix(query.limit ?? .max)
    }

    private func firstMatches(_ wanted: Int?) throws -> FirstMatches {
        let parts = try accumulate {
            try FirstMatches(keys, in: source, wanted: wanted)
        } adding: {
            try $0.add($1, $2)
        }
        // The first lane always runs.
        var first = parts[0]
        for part in parts.dropFirst() { try first.add(part) }
        return first
    }

    private func firstMatches(_ wanted: Int?, by column: AttributeSchema) throws -> FirstMatches {
        var first = try FirstMatches(keys, in: source, wanted: wanted)
        var matcher = try BlockMatcher(self)
        try forEachBlock(by: column, through: { first.lastPart }) { reader in
            try first.add(reader, matcher.matches(reader))
            return true
        }
        return first
    }

    /// Passes on the query's objects in ascending row order, unless the query's order selects them.
    func forEachInAnyOrder(_ body: (FoundRecord) throws -> Bool) throws {
        guard query.limit == nil, query.offset == 0 else { return try run(body) }
        try forEachMatch(body)
    }

    // MARK: Matches

    /// Passes on the matches in no guaranteed order.
    private func forEachMatch(_ body: (FoundRecord) throws -> Bool) throws {
        try forEachBlock { reader, matching in
            try matching.visitBits { try body(reader.found($0)) }
        }
    }

    /// Calls `body` with blocks of candidates and masks of those that match, until it returns
    /// false.
    func forEachBlock(
        _ body: (borrowing BlockReader, UInt64) throws -> Bool
    ) throws {
        var matcher = try BlockMatcher(self)
        try forEachBlock(of: try candidates()) { reader in
            let matching = try matcher.matches(reader)
            return try matching == 0 || body(reader, matching)
        }
    }

    /// Runs over all matches, on as many processors as there are. Each thread adds its matches to a
    /// part of its own, in ascending row order.
    /// - Parameter isShared: Whether the result does not depend on which objects are added to which
    ///   part.
    func accumulate<Part>(
        isShared: Bool = true, _ part: () throws -> Part,
        adding add: (inout Part, borrowing BlockReader, UInt64) throws -> Void
    ) throws -> [Part] {
        let candidates = try candidates()
        let lanes = Lanes(
            pieces: candidates.pieceCount, isShared: isShared && source.isUnchanging,
            within: source.limit)
        return try lanes.collect { lane in
            var part = try part()
            var matcher = try BlockMatcher(self)
            var scan = CandidateScan(candidates, of: definition, in: source)
            while let piece = lane.takePiece() {
                _ = try scan.visit(piece) { reader in
                    let matching = try matcher.matches(reader)
                    if matching != 0 { try add(&part, reader, matching) }
                    return true
                }
            }
            return part
        }
    }

    // MARK: Candidates

    private func candidates() throws(StoreError) -> Candidates {
        switch plan.access {
        case .nothing: .list([])
        case .everything: .table(rowTable.branches, [])
        case .columns(let conditions): .table(rowTable.branches, conditions)
        case .ranges(let index, let ranges) where candidateCount < plan.objectCount / 64:
            .list(try sortedRows(index, ranges))
        case .rows(let rows) where rows.count < plan.objectCount / 64: .list(rows.rows)
        case .ranges, .rows, .intersection, .union: .set(try rows(plan.access))
        }
    }

    private func forEachBlock(
        of candidates: Candidates, _ body: (borrowing BlockReader) throws -> Bool
    ) throws {
        var scan = CandidateScan(candidates, of: definition, in: source)
        for piece in 0..<candidates.pieceCount where try !scan.visit(piece, body) { return }
    }

    // MARK: Rows

    private var rowTable: RowTable { source.roots(of: definition.schema.number).rows }

    /// Returns the rows in ascending order, each once. For few candidates, this is smaller than a
    /// set of all rows.
    private func sortedRows(
        _ index: IndexDefinition, _ ranges: [KeyRange]
    ) throws(StoreError) -> [UInt32] {
        let tree = source.tree(of: index, definition)
        var rows: [UInt32] = []
        for range in ranges {
            try tree.forEach(in: range, within: source.limit) { rows.append($0.row) }
        }
        rows.sort()
        guard index.mayRepeat(in: ranges) else { return rows }
        var last: UInt32?
        rows.removeAll { row in
            defer { last = row }
            return row == last
        }
        return rows
    }

    private func rows(_ access: Access) throws(StoreError) -> RowSet {
        let end = source.roots(of: definition.schema.number).rowsEnd
        var set = RowSet(end: end)
        switch access {
        case .nothing, .everything, .columns: break
        case .rows(let rows): rows.forEach { if $0 < end { set.insert($0) } }
        case .ranges(let index, let ranges):
            let tree = source.tree(of: index, definition)
            for range in ranges {
                try tree.forEach(in: range, within: source.limit) { entry in
                    if entry.row < end { set.insert(entry.row) }
                }
            }
        case .intersection(let parts):
            for (place, part) in parts.enumerated() {
                let rows = try rows(part)
                place == 0 ? set.formUnion(rows) : set.formIntersection(rows)
            }
        case .union(let parts):
            for part in parts { set.formUnion(try rows(part)) }
        }
        return set
    }
}
