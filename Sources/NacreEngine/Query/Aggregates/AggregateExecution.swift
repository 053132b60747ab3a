internal import NacreFormat

/// Answers questions about many objects at once: what an index knows is not looked for in records,
/// and the rest is one pass over them.
struct AggregateExecution {
    private let source: StoreView
    private let query: Query
    private let execution: QueryExecution

    init(_ query: Query, in source: StoreView) throws {
        self.source = source
        self.query = query
        // Where the order chooses no objects, there need not be any.
        execution = try QueryExecution(
            query, in: source, isCounting: query.limit == nil && query.offset == 0)
    }

    /// - Parameter grouping: of the query.
    func groups(_ grouping: Grouping) throws -> [Group] { try groups(bound(grouping)) }

    /// How the groups would be made. Looks at no object.
    /// - Parameters:
    ///   - grouping: of the query.
    ///   - isTested: whether groups are going to be left out once they are made.
    func explanation(of grouping: Grouping, isTested: Bool) throws -> GroupExplanation {
        let bound = try bound(grouping)
        let plan = execution.explainedPlan(alsoNaming: bound.ownAttributes)
        let columns = try execution.columns(of: bound)
        let indexes = columns.isEmpty ? IndexGroups(bound, execution)?.names() : nil
        return GroupExplanation(
            grouping, of: QueryExplanation(plan, isCounting: !isWindowed),
            columns: columns, indexes: indexes ?? [], isTested: isTested)
    }

    /// How an aggregate of all objects together would be made. Looks at no object.
    func explanation(of aggregate: Aggregate) throws -> QueryExplanation {
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

    /// Whether the query's order chooses the objects.
    private var isWindowed: Bool { query.limit != nil || query.offset > 0 }

    private func bound(_ grouping: Grouping) throws(StoreError) -> BoundGrouping {
        try BoundGrouping(
            grouping, in: FilterScope(execution.definition.schema, source.catalog.finder))
    }

    private func groups(_ grouping: BoundGrouping) throws -> [Group] {
        if let known = try execution.columnGroups(grouping) { return known }
        if let known = try IndexGroups(grouping, execution)?.groups() { return known }
        let schema = execution.definition.schema
        // Where the query's order does not choose objects, that of the rows serves.
        if isWindowed {
            var scan = try GroupScan(grouping, of: schema, in: source)
            try execution.run { found in
                try scan.add(found)
                return true
            }
            return try scan.groups()
        }
        var scans = try execution.accumulate(isShared: grouping.isExact) {
            try GroupScan(grouping, of: schema, in: source)
        } adding: {
            try $0.add($1, $2)
        }
        var whole = scans.removeFirst()
        for scan in scans { try whole.add(scan) }
        return try whole.groups()
    }

    func distinct(_ path: AttributePath) throws -> [Value] {
        let schema = execution.definition.schema
        if path.hops.isEmpty, let ordinal = schema.ordinal(of: path.attribute),
            let known = try DistinctWalk(of: schema.attributes[ordinal], execution)?.values()
        {
            return known
        }
        return try groups(Grouping(query, by: [path])).flatMap(\.key)
    }

    /// Of all objects together.
    func values(_ aggregates: [Aggregate]) throws -> [Value] {
        let scope = FilterScope(execution.definition.schema, source.catalog.finder)
        let bound = try aggregates.map { try BoundAggregate($0, in: scope) }
        let values = try bound.map { try known($0) }
        let rest = values.indices.filter { values[$0] == nil }
        if rest.isEmpty { return values.compactMap(\.self) }
        var found = try groups(BoundGrouping(rest.map { bound[$0] })).flatMap(\.values)[...]
        return values.map { $0 ?? found.popFirst() ?? .null }
    }

    /// What can be said without looking at each object.
    private func known(_ aggregate: BoundAggregate) throws -> Value? {
        switch aggregate.operation {
        case .count: return try execution.countByKeys().map { .int(Int64($0)) }
        case .min: return try aggregate.ownAttribute.flatMap { try extreme(of: $0, isLeast: true) }
        case .max:
            return try aggregate.ownAttribute.flatMap { try extreme(of: $0, isLeast: false) }
        case .sum, .average: return nil
        }
    }

    /// The least or greatest value.
    /// - Returns: nil if no index is in its order, or if walking there does not pay.
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

    /// The way to the first object in the order of an index, which has the least or the greatest
    /// value; nil if the planner does not find that it pays to walk there.
    /// - Parameter isNaNTaken: whether NaN serves, which stands behind all numbers.
    private func walk(
        to attribute: AttributeSchema, isLeast: Bool, isNaNTaken: Bool
    ) throws -> QueryExecution? {
        guard query.limit == nil, query.offset == 0, query.after == nil else { return nil }
        var first = query
        first.sorts = [Sorting(attribute.name, isAscending: isLeast)]
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
