internal import NacreFormat
internal import NacreSearch

/// A planner that chooses the cheapest plan for a query, by the exact number of entries in the key
/// ranges that its filter leaves. The trees return these counts in a few steps.
struct QueryPlanner {
    let source: StoreView
    let definition: EntityDefinition
    let objectCount: Int
    /// The usable indexes, that of the ids first.
    let indexes: [IndexDefinition]
    private let costs: QueryCosts
    /// The lookups of other objects that ran before.
    private let lookups: [ObjectLookup]

    init(
        _ definition: EntityDefinition, in source: StoreView, _ costs: QueryCosts,
        lookups: [ObjectLookup]
    ) {
        self.costs = costs
        self.lookups = lookups
        self.source = source
        self.definition = definition
        objectCount = source.roots(of: definition.schema.number).ids.count
        indexes =
            source.isAllBuilt
            ? definition.wholeIndexes
            : definition.wholeIndexes.filter { $0.slot < 0 || source.isBuilt($0.slot) }
    }

    /// An access with its properties.
    struct Choice {
        var access: Access
        var count: Int
        /// The filter that the records must still be tested with.
        var residual: FilterExpression
        /// Whether the residual holds for all objects of a range, except perhaps those whose keys
        /// tie.
        var asksOnlyTies = false
    }

    /// Returns the plan of a query.
    /// - Parameter filter: The filter, bound to the entity's schema.
    func plan(_ query: Query, _ filter: FilterExpression) -> QueryPlan {
        surePlan(query, filter) ?? cheapestPlan(query, filter)
    }

    private func cheapestPlan(_ query: Query, _ filter: FilterExpression) -> QueryPlan {
        let choice = choice(for: filter)
        let wanted = query.limit.flatMap { RowWindow.sum($0, query.offset) }
        let matches = expectedMatches(of: choice)
        var sortCost = cost(of: choice) + Double(matches) * costs.sorted
        var sort = (choice, QueryPlan.Order.sort(by: query.sorts, keeping: wanted))
        if let wanted, let column = sortColumn(query.sorts) {
            let scan = scanning(filter)
            let columnCost = cost(of: scan, keeping: wanted)
            if columnCost < sortCost, !scan.access.isNothing {
                sortCost = columnCost
                sort = (scan, .sort(by: query.sorts, keeping: wanted, column: column))
            }
        }
        // If several cost the same, the first one wins.
        var leastCost = sortCost.nextUp
        for index in indexes {
            guard let walk = walk(index, query, filter) else { continue }
            let cost = walkCost(walk, wanted, matches)
            guard cost < leastCost else { continue }
            leastCost = cost
            sort = (walk, .walk(index, isAscending: query.isAscending))
        }
        return plan(query, sort.0, sort.1)
    }

    /// Assumptions about objects that no index has counted. A wrong one costs time, never a result.
    private enum Guess {
        /// One in this many objects matches conditions that are still to be tested.
        static let selectivity = 3
        /// One in this many objects matches conditions that columns evaluate.
        static let columnSelectivity = 8
        /// The objects read for each wanted one, in an order that is found by a column.
        static let readsPerWanted = 8.0
        /// The least share of matches, so that an unlikely filter is not taken for an endless one.
        static let shareMin = 0.001
    }

    /// Returns the column of the first sort attribute, which tells the objects that come first
    /// apart from others, except for ties.
    private func sortColumn(_ sorts: [SortTerm]) -> AttributeSchema? {
        guard definition.hasColumns, source.columns != nil, let sort = sorts.first,
            sort.hops.isEmpty, sort.collation == nil,
            let ordinal = definition.schema.ordinal(of: sort.attribute)
        else { return nil }
        let attribute = definition.schema.attributes[ordinal]
        return attribute.isColumnar ? attribute : nil
    }

    /// Returns the cost of finding the first objects of an order by a column. The more of them have
    /// been found, the fewer come before the last one, so a few times as many as are wanted are
    /// read.
    private func cost(of scan: Choice, keeping wanted: Int) -> Double {
        var columnCount = 1
        if case .columns(let conditions) = scan.access { columnCount += conditions.count }
        let matches = expectedMatches(of: scan)
        let share = Double(matches) / Double(max(scan.count, 1))
        let visited =
            min(Double(matches), Guess.readsPerWanted * Double(wanted)) / max(share, Guess.shareMin)
        return Double(scan.count * columnCount) * costs.columned
            + min(visited, Double(scan.count)) * (costs.fetched + costs.sorted)
    }

    /// Returns the plan for counting: nothing is sorted, and objects that keys decide are not read.
    /// After a cursor, an index with the order leaves fewer candidates.
    func countingPlan(_ query: Query, _ filter: FilterExpression) -> QueryPlan {
        var choice = scanning(filter)
        if !filter.isAll, let found = found(by: filter),
            countingCost(of: found) < cost(of: choice)
        {
            choice = found
        }
        if query.after != nil {
            for index in indexes {
                guard let walk = walk(index, query, filter) else { continue }
                if cost(of: walk) < cost(of: choice) { choice = walk }
            }
        }
        return plan(query, choice, .sort(by: [], keeping: nil))
    }

    private func countingCost(of choice: Choice) -> Double {
        if choice.residual.isAll { return 0 }
        guard choice.asksOnlyTies, case .ranges(let index, let ranges) = choice.access else {
            return cost(of: choice)
        }
        let ties = source.count(of: index, ranges.flatMap(\.parts.asked), definition)
        return Double(ties) * costs.fetched
    }

    private func plan(
        _ query: Query, _ choice: Choice, _ order: QueryPlan.Order
    ) -> QueryPlan {
        QueryPlan(
            entity: query.entity, access: choice.access, candidateCount: choice.count,
            objectCount: objectCount, residual: choice.residual,
            asksOnlyTies: choice.asksOnlyTies, order: order, lookups: lookups,
            isBehindCursor: query.after != nil,
            unbuilt: source.isAllBuilt
                ? [] : definition.indexes.filter { !source.isBuilt($0.slot) }.map(\.name))
    }

    /// Returns an estimate of the number of matches. The number of objects that columns leave is
    /// unknown, but usually small.
    private func expectedMatches(of choice: Choice) -> Int {
        if case .columns = choice.access { return max(choice.count / Guess.columnSelectivity, 1) }
        return choice.residual.isAll ? choice.count : max(choice.count / Guess.selectivity, 1)
    }

    private func cost(of choice: Choice) -> Double {
        switch choice.access {
        case .everything: return Double(choice.count) * costs.scanned
        case .columns(let conditions):
            let asked = choice.residual.isAll ? 0 : Double(expectedMatches(of: choice))
            return Double(choice.count * conditions.count) * costs.columned + asked * costs.scanned
        default: return Double(choice.count) * costs.fetched
        }
    }

    // MARK: Order

    /// Returns a walk for the first few objects, along an index that has the order and skips hardly
    /// any other entries. No plan can be cheaper, so nothing is counted: counting descends the tree
    /// twice, which takes as long as reading many of those few objects.
    private func surePlan(_ query: Query, _ filter: FilterExpression) -> QueryPlan? {
        let scan = definition.hasColumns ? costs.columned : costs.scanned
        let visitsMax = Double(objectCount) * scan / costs.fetched
        guard !filter.isAll, let limit = query.limit,
            let wanted = RowWindow.sum(limit, query.offset), Double(wanted) < visitsMax,
            let index = indexes.first(where: { hasOrder($0, query.sorts) }),
            index.attributes.count == 1,
            let (all, rest, knowsAll) = narrowing(index, filter.conjuncts), knowsAll
        else { return nil }
        let ranges = behindCursor(all, of: index, query)
        if ranges.isEmpty { return nil }
        if !rest.isEmpty {
            // If keys tie, an index over several attributes may tell more objects apart.
            guard Double(3 * wanted) < visitsMax,
                !indexes.contains(where: { $0.attributes.count > 1 })
            else { return nil }
        }
        let walk = Choice(
            access: .ranges(index, ranges), count: objectCount, residual: .all(rest),
            asksOnlyTies: query.after == nil)
        var plan = plan(query, walk, .walk(index, isAscending: query.isAscending))
        plan.candidateCount = nil
        return plan
    }

    /// Returns a walk in the order of an index, if that is the requested order.
    private func walk(_ index: IndexDefinition, _ query: Query, _ filter: FilterExpression)
        -> Choice?
    {
        guard hasOrder(index, query.sorts) else { return nil }
        let all = KeyRange(lower: 0, upper: .max)
        let choice =
            narrowed(index, filter.conjuncts)
            ?? Choice(access: .ranges(index, [all]), count: objectCount, residual: filter)
        return behindCursor(choice, query)
    }

    /// Returns the rest of a walk from the cursor's key on. Some objects before the cursor may have
    /// that key, too.
    private func behindCursor(_ walk: Choice, _ query: Query) -> Choice {
        guard query.after != nil, case .ranges(let index, let ranges) = walk.access else {
            return walk
        }
        let left = behindCursor(ranges, of: index, query)
        return Choice(
            access: left.isEmpty ? .nothing : .ranges(index, left),
            count: source.count(of: index, left, definition), residual: walk.residual)
    }

    private func behindCursor(
        _ ranges: [KeyRange], of index: IndexDefinition, _ query: Query
    ) -> [KeyRange] {
        guard let key = query.after.flatMap({ index.key(of: $0, source.idKey) }) else {
            return ranges
        }
        let rest = KeyRange(
            lower: query.isAscending ? key : 0, upper: query.isAscending ? .max : key)
        return ranges.intersection([rest])
    }

    /// Returns whether the keys of an index are in the order of the sorts. Objects with equal keys
    /// are sorted.
    func hasOrder(_ index: IndexDefinition, _ sorts: [SortTerm]) -> Bool {
        guard index.isInOrder else { return false }
        if sorts.isEmpty { return index.slot < 0 }
        guard index.attributes.count <= sorts.count else { return false }
        return index.attributes.indices.allSatisfy { place in
            let sort = sorts[place]
            return sort.attribute == index.attributes[place].name && sort.hops.isEmpty
                && sort.collation == nil && sort.isAscending == sorts[0].isAscending
        }
    }

    /// Returns the cost of a walk, which may stop when it has found enough.
    private func walkCost(_ walk: Choice, _ wanted: Int?, _ matches: Int) -> Double {
        var visited = Double(walk.count)
        if let wanted, walk.count > 0 {
            let share = Double(walk.count) / Double(max(min(matches, walk.count), 1))
            visited = min(visited, Double(wanted) * share)
        }
        return visited * costs.fetched
    }

    // MARK: Candidates

    private func choice(for filter: FilterExpression) -> Choice {
        let all = scanning(filter)
        if filter.isAll { return all }
        guard let found = found(by: filter) else { return all }
        return cost(of: found) < cost(of: all) ? found : all
    }

    /// Returns a scan of all objects, or of those that columns leave.
    private func scanning(_ filter: FilterExpression) -> Choice {
        let all = Choice(access: .everything, count: objectCount, residual: filter)
        guard definition.hasColumns, !filter.isAll, source.columns != nil else { return all }
        var conditions: [ColumnCondition] = []
        var rest = filter.conjuncts
        for attribute in definition.schema.attributes where attribute.isColumnar {
            let keys = KeyRanges(
                attribute: attribute, isUnique: false, idKey: source.idKey, valuesMax: 8)
            guard let narrowing = keys.narrowing(rest) else { continue }
            if narrowing.ranges.isEmpty {
                return Choice(access: .nothing, count: 0, residual: .none)
            }
            conditions.append(
                ColumnCondition(attribute: attribute, ranges: narrowing.ranges))
            rest = narrowing.rest
        }
        if conditions.isEmpty { return all }
        return Choice(access: .columns(conditions), count: objectCount, residual: .all(rest))
    }

    /// Returns the cheapest access by indexes.
    /// - Returns: Nil if no index helps.
    private func found(by filter: FilterExpression) -> Choice? {
        switch filter {
        case .all, .not, .attributes: nil
        case .none: Choice(access: .nothing, count: 0, residual: .all)
        case .or(let parts): union(parts)
        case .reference, .members, .referrers, .outer, .search, .deferred: nil
        case .and, .comparison, .membership, .range, .text, .inner, .elements, .among:
            intersection(filter.conjuncts)
        }
    }

    private func union(_ parts: [FilterExpression]) -> Choice? {
        var choices: [Choice] = []
        for part in parts {
            guard let choice = found(by: part) else { return nil }
            choices.append(choice)
        }
        let count = choices.reduce(0) { $0 + $1.count }
        let isExact = choices.allSatisfy { $0.residual.isAll }
        return Choice(
            access: .union(choices.map(\.access)), count: min(count, objectCount),
            residual: isExact ? .all : .or(parts))
    }

    private func intersection(_ parts: [FilterExpression]) -> Choice? {
        var best: Choice?
        var second: Choice?
        func add(_ choice: Choice) {
            if choice.count < best?.count ?? .max {
                (best, second) = (choice, best)
            } else if choice.count < second?.count ?? .max {
                second = choice
            }
        }
        for index in indexes {
            if index.isOfElements {
                for choice in narrowedByElements(index, parts) { add(choice) }
            } else if let choice = narrowed(index, parts) {
                add(choice)
            }
        }
        for (place, part) in parts.enumerated() {
            guard let found = foundTogether(by: part) else { continue }
            var rest = parts
            if found.residual.isAll { rest.remove(at: place) }
            add(Choice(access: found.access, count: found.count, residual: .all(rest)))
        }
        guard let best, let second, isWorthIntersecting(best, second) else { return best }
        let expected = Double(best.count) * Double(second.count) / Double(max(objectCount, 1))
        // Conditions that either access decides need not be tested.
        let left = best.residual.conjuncts.filter { second.residual.conjuncts.contains($0) }
        return Choice(
            access: .intersection([best.access, second.access]), count: Int(expected) + 1,
            residual: .all(left))
    }

    /// Returns the objects of a part of a conjunction that no index of one attribute answers.
    private func foundTogether(by part: FilterExpression) -> Choice? {
        switch part {
        case .or: return found(by: part)
        case .among(_, let set):
            return set.rows.map { Choice(access: .rows($0), count: $0.count, residual: .all) }
        default: return nil
        }
    }

    /// Returns whether an intersection pays: reading the second range and marking its rows is much
    /// cheaper than fetching an object.
    private func isWorthIntersecting(_ best: Choice, _ second: Choice) -> Bool {
        let saved = Double(best.count) * (1 - Double(second.count) / Double(max(objectCount, 1)))
        let paid = Double(best.count + second.count) * costs.marked
        return saved * costs.fetched > paid
    }
}
