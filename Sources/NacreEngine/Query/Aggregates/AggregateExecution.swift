internal import NacreFormat

/// The computation of aggregates of many objects. Results that an index provides are taken from it;
/// the rest needs one pass over the records.
struct AggregateExecution {
    private let source: StoreView
    private let query: Query
    private let execution: QueryExecution

    init(_ query: Query, in source: StoreView) throws {
        self.source = source
        self.query = query
        // If the order selects no objects, none is needed.
        execution = try QueryExecution(
            query, in: source, isCounting: query.limit == nil && query.offset == 0)
    }

    /// Returns the groups.
    /// - Parameter grouping: The grouping of the query.
    func groups(_ grouping: Grouping) throws -> [Group] { try groups(bound(grouping)) }

    /// Explains how the groups would be made. Reads no object, except for one of each group that an
    /// index counts by parts.
    /// - Parameters:
    ///   - grouping: The grouping of the query.
    ///   - isTested: Whether a test will filter the groups once they are made.
    func explanation(of grouping: Grouping, isTested: Bool) throws -> GroupExplanation {
        let bound = try bound(grouping)
        let plan = execution.explainedPlan(alsoNaming: bound.ownAttributes)
        let columns = try execution.columns(of: bound)
        let parts = IndexParts(bound, execution)
        let known = try parts.map { try $0.groups() == nil ? [] : [$0.name] }
        let indexes =
            columns.isEmpty ? try known ?? IndexGroups(bound, execution)?.names() : nil
        return GroupExplanation(
            grouping, of: QueryExplanation(plan, isCounting: !isWindowed),
            columns: columns, indexes: indexes ?? [], isTested: isTested)
    }

    /// Explains how an aggregate of all objects together would be computed. Reads no object.
    func explanation(of aggregate: AggregateExpression) throws -> QueryExplanation {
        let scope = FilterScope(execution.definition.schema, source.catalog.finder)
        let bound = try BoundAggregate(aggregate, in: scope)
        let isLeast = bound.operation == .min
        if isLeast || bound.operation == .max, let attribute = bound.ownAttribute,
            let walk = try walk(to: attribute, isLeast: isLeast, isNaNTaken: false)
        {
            return QueryExplanation(walk.explainedPlan(), isCounting: false)
        }
        let names = Set([bound.ownAttribute?.name].compactMap(\.self))
        var plan = execution.explainedPlan(alsoNaming: names)
        let whole = BoundGrouping([bound])
        if try execution.columns(of: whole).isEmpty,
            let index = IndexGroups(whole, execution)?.onlyIndex
        {
            plan.access = .ranges(index, [KeyRange(lower: 0, upper: .max)])
        }
        return QueryExplanation(plan, isCounting: !isWindowed)
    }

    /// Whether the query's order selects the objects.
    private var isWindowed: Bool { query.limit != nil || query.offset > 0 }

    private func bound(_ grouping: Grouping) throws(StoreError) -> BoundGrouping {
        try BoundGrouping(
            grouping, in: FilterScope(execution.definition.schema, source.catalog.finder))
    }

    private func groups(_ grouping: BoundGrouping) throws -> [Group] {
        if let known = try execution.columnGroups(grouping) { return known }
        if let known = try IndexGroups(grouping, execution)?.groups() { return known }
        if let known = try IndexParts(grouping, execution)?.groups() { return known }
        return try cells(grouping).groups(of: grouping, within: source.limit)
    }

    /// Returns the cells of the groups, read from the records.
    func cells(_ grouping: BoundGrouping) throws -> GroupCells {
        let schema = execution.definition.schema
        // If the query's order does not select objects, the order of the rows will do.
        if isWindowed {
            var scan = try GroupScan(grouping, of: schema, in: source)
            try execution.run { found in
                try scan.add(found)
                return true
            }
            return scan.groups
        }
        let scans = try execution.accumulate(isShared: grouping.isExact) {
            try GroupScan(grouping, of: schema, in: source)
        } adding: {
            try $0.add($1, $2)
        }
        var whole = scans[0].groups
        for scan in scans.dropFirst() { try whole.add(scan.groups, within: source.limit) }
        return whole
    }

    /// Returns the cells of the groups that are followed from now on.
    func followedCells(_ grouping: BoundGrouping) throws -> GroupCells {
        guard grouping.paths.isEmpty, grouping.aggregates.allSatisfy({ $0.operation == .count }),
            let count = try execution.countByKeys()
        else { return try cells(grouping) }
        var cells = GroupCells(grouping)
        for place in grouping.aggregates.indices { cells.cells[place].addObjects(count) }
        return cells
    }

    func distinct(_ term: GroupTerm) throws -> [Value] {
        let schema = execution.definition.schema
        let path = term.path
        if term.part == .value, path.hops.isEmpty, let ordinal = schema.ordinal(of: path.attribute),
            let known = try DistinctWalk(of: schema.attributes[ordinal], execution)?.values()
        {
            return known
        }
        return try groups(Grouping(query, terms: [term])).flatMap(\.key)
    }

    /// Returns aggregates of all objects together.
    func values(_ aggregates: [AggregateExpression]) throws -> [Value] {
        let scope = FilterScope(execution.definition.schema, source.catalog.finder)
        let bound = try aggregates.map { try BoundAggregate($0, in: scope) }
        let values = try bound.map { try known($0) }
        let rest = values.indices.filter { values[$0] == nil }
        if rest.isEmpty { return values.compactMap(\.self) }
        var found = try groups(BoundGrouping(rest.map { bound[$0] })).flatMap(\.values)[...]
        return values.map { $0 ?? found.popFirst() ?? .null }
    }

    /// Returns an aggregate if it can be computed without reading each object; otherwise nil.
    private func known(_ aggregate: BoundAggregate) throws -> Value? {
        switch aggregate.operation {
        case .count: return try execution.countByKeys().map { .int(Int64($0)) }
        case .min: return try aggregate.ownAttribute.flatMap { try extreme(of: $0, isLeast: true) }
        case .max:
            return try aggregate.ownAttribute.flatMap { try extreme(of: $0, isLeast: false) }
        case .sum, .average: return nil
        }
    }

    /// Returns the smallest or largest value.
    /// - Returns: Nil if no index is in its order, or if walking along it does not pay.
    private func extreme(of attribute: AttributeSchema, isLeast: Bool) throws -> Value? {
        let schema = execution.definition.schema
        for isNaNTaken in [false, true] {
            guard
                let walk = try walk(to: attribute, isLeast: isLeast, isNaNTaken: isNaNTaken)
            else { return nil }
            var value: Value?
            try walk.run { found in
                value = try source.value(
                    of: schema.ordinal(of: attribute.name) ?? 0, in: schema, of: found)
                return false
            }
            if let value { return value }
        }
        return .null
    }

    /// Returns a query that walks along an index to the first object, which has the smallest or
    /// largest value; nil if the planner finds that a walk does not pay.
    /// - Parameter isNaNTaken: Whether NaN, which comes after all numbers, may be the result.
    private func walk(
        to attribute: AttributeSchema, isLeast: Bool, isNaNTaken: Bool
    ) throws -> QueryExecution? {
        guard query.limit == nil, query.offset == 0, query.after == nil else { return nil }
        var first = query
        first.sorts = [SortTerm(attribute.name, isAscending: isLeast)]
        first.limit = 1
        var conditions = execution.filter.conjuncts
        if attribute.isNullable {
            conditions.append(.comparison(attribute.name, .notEqual, .null))
        }
        if !isLeast, attribute.type.hasNaN, !isNaNTaken {
            conditions.append(.comparison(attribute.name, .lessOrEqual, .double(.infinity)))
        }
        first.filter = .all(conditions)
        let execution = try QueryExecution(first, in: source)
        guard case .walk = execution.plan.order else { return nil }
        return execution
    }
}
