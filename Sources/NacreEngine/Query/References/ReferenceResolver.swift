internal import NacreFormat

/// A resolver of a filter's conditions on other objects, and of searches. It runs before a plan is
/// made. A path through a reference becomes a test whether the reference's id is among those found.
/// So planner, indexes and matchers need no knowledge of other entities, and a path over several
/// references is a nested query.
struct ReferenceResolver {
    let source: StoreView
    private let costs: QueryCosts
    /// The rows whose objects searches need to find; nil for all.
    let searchedRows: Set<RowNumber>?
    /// The lookups so far, for explanations.
    private(set) var lookups: [ObjectLookup] = []

    init(in source: StoreView, _ costs: QueryCosts, searching rows: Set<RowNumber>? = nil) {
        self.source = source
        self.costs = costs
        searchedRows = rows
    }

    mutating func add(_ lookup: ObjectLookup) { lookups.append(lookup) }

    /// Returns a filter without conditions on other objects.
    /// - Parameter filter: The filter, bound to the schema.
    mutating func resolve(_ filter: FilterExpression, _ schema: StoredSchema) throws
        -> FilterExpression
    {
        guard filter.asksOthers else { return filter }
        switch filter {
        case .and(let parts):
            let resolved = try resolve(parts, schema, isForEach: true)
            return resolved.contains(.none) ? .none : .and(resolved)
        case .or(let parts):
            let resolved = try resolve(parts, schema, isForEach: false)
            return resolved.contains(.all) ? .all : .or(resolved)
        case .not(let part) where part.isJunction || !part.isByObject:
            return .not(try resolve(part, schema))
        case _ where filter.isByObject: return try resolveByObject(filter, schema)
        case .reference(let name, let test):
            return try reference(name, test, schema, answering: filter)
        case .members(let name, let quantifier, let test):
            return try members(name, quantifier, test, schema, answering: filter)
        case .referrers(let objects, let test):
            return try referrers(objects, test, schema, answering: filter)
        case .search(let condition): return try search(condition, schema, answering: filter)
        default: return filter
        }
    }

    private mutating func resolve(
        _ parts: [FilterExpression], _ schema: StoredSchema, isForEach: Bool
    ) throws -> [FilterExpression] {
        // Conditions joined within a disjunction may have a usable index of their own.
        func isAsked(_ part: FilterExpression) -> Bool {
            part.isByObject && (isForEach || !part.isJunction)
        }
        var resolved: [FilterExpression] = []
        resolved.reserveCapacity(parts.count)
        for part in Self.merged(parts.filter { !isAsked($0) }, isForEach) {
            resolved.append(try resolve(part, schema))
        }
        return try resolveByObject(
            parts.filter(isAsked), of: parts, schema, isForEach: isForEach, besides: resolved)
    }

    /// Merges tests of one reference's target into one query.
    private static func merged(_ parts: [FilterExpression], _ isForEach: Bool) -> [FilterExpression]
    {
        var tests: [String: [FilterExpression]] = [:]
        for case .reference(let name, let test) in parts { tests[name, default: []].append(test) }
        return parts.compactMap { part in
            guard case .reference(let name, _) = part else { return part }
            // All are merged into the first one.
            guard let all = tests.removeValue(forKey: name) else { return nil }
            return .reference(name, all.count == 1 ? all[0] : .joined(all, isForEach: isForEach))
        }
    }

    private mutating func reference(
        _ name: String, _ test: FilterExpression, _ schema: StoredSchema,
        answering question: FilterExpression
    ) throws -> FilterExpression {
        guard let ordinal = schema.ordinal(of: name),
            case let attribute = schema.attributes[ordinal], let target = attribute.reference
        else { return .none }
        // A test that holds for no object must also hold if the reference leads nowhere. In that
        // case the query finds the objects for which the test does not hold.
        let isComplement = test.holdsForNothing
        let query = Query(entity: target, filter: isComplement ? test.negated : test)
        var ids: [Value] = []
        let type = try forEachValue(of: nil, query, for: FilterText.name(name)) { ids.append($0) }
        ids.removeAll { !attribute.takesReference($0) }
        if ids.isEmpty { return isComplement ? .all : .none }
        return .among(
            name, ObjectSet(ids, of: type, isComplement: isComplement, answering: question))
    }

    /// Calls `body` with the values of an attribute in the objects of a query; of the id if the
    /// attribute is nil.
    /// - Parameter label: The relation of these objects to the filter's, for explanations.
    /// - Returns: The type of the values.
    @discardableResult
    mutating func forEachValue(
        of attribute: String?, _ query: Query, for label: String, _ body: (Value) -> Void
    ) throws -> StoredType {
        let source = source
        let schema = try source.definition(query.entity).schema
        let ordinal = attribute.flatMap { schema.ordinal(of: $0) } ?? schema.idOrdinal
        try forEachObject(of: query, for: label) { found in
            body(try source.value(of: ordinal, in: schema, of: found))
            return true
        }
        return schema.attributes[ordinal].type
    }

    /// Calls `body` with the objects of a query.
    /// - Parameters:
    ///   - label: The relation of these objects to the filter's, for explanations.
    ///   - body: Returns whether the object counts as found.
    mutating func forEachObject(
        of query: Query, for label: String, _ body: (FoundRecord) throws -> Bool
    ) throws {
        let execution = try QueryExecution(query, in: source, isCounting: true, costs: costs)
        var count = 0
        try execution.forEachInAnyOrder { found in
            if try body(found) { count += 1 }
            return true
        }
        lookups.append(ObjectLookup(label, execution.explainedPlan(), count: count))
    }
}
