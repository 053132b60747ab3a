internal import NacreFormat

// Resolves conditions that depend on the tested object itself: comparisons of attributes of two
// objects, `mayor.born < founded`, and filters in braces that refer to an outer object,
// `cities.contains { population > ^age }`. The objects of the entity are tested one after another,
// and the condition becomes one on their ids.

extension FilterExpression {
    /// Whether the filter can be decided only separately for each object.
    var isByObject: Bool {
        switch self {
        case .attributes, .outer: asksOthers
        case .and, .or, .not: parts.contains(where: \.isByObject)
        case .members, .referrers: isCorrelated
        case .reference(_, let test): test.isCorrelated
        default: false
        }
    }

    /// Whether the filter is a conjunction or a disjunction, or the negation of one.
    var isJunction: Bool {
        switch self {
        case .and, .or: true
        case .not(let part): part.isJunction
        default: false
        }
    }

    /// Returns the conjunction or disjunction of some parts.
    /// - Parameter isForEach: Whether all parts must hold; otherwise one is enough.
    static func joined(_ parts: [FilterExpression], isForEach: Bool) -> FilterExpression {
        if parts.count == 1 { return parts[0] }
        return isForEach ? .and(parts) : .or(parts)
    }
}

extension ReferenceResolver {
    /// Resolves the parts of a conjunction or disjunction that are by object. They come last, so
    /// that one read of each object decides all of them.
    /// - Parameters:
    ///   - asked: The parts that are by object.
    ///   - isForEach: Whether all parts must hold; otherwise one is enough.
    ///   - others: The other parts, resolved.
    mutating func resolveByObject(
        _ asked: [FilterExpression], of parts: [FilterExpression], _ schema: StoredSchema,
        isForEach: Bool,
        besides others: [FilterExpression]
    ) throws -> [FilterExpression] {
        if asked.isEmpty { return others }
        if isForEach ? others.contains(.none) : others.contains(.all) { return others }
        // In a conjunction, only the objects that match the other parts matter. The result already
        // implies these parts.
        let found = try objects(
            passing: .joined(asked, isForEach: isForEach), isForEach ? .and(others) : .all, schema,
            answering: .joined(isForEach ? parts : asked, isForEach: isForEach))
        return isForEach ? [found] : others + [found]
    }

    /// Resolves a filter.
    /// - Parameter filter: A filter that is by object.
    mutating func resolveByObject(_ filter: FilterExpression, _ schema: StoredSchema) throws
        -> FilterExpression
    {
        try objects(passing: filter, .all, schema, answering: filter)
    }

    /// Finds the objects that pass a test, and returns a filter on their ids.
    /// - Parameters:
    ///   - asked: The test of each object.
    ///   - candidates: A resolved filter of the objects to test.
    ///   - question: The original filter that the result replaces.
    private mutating func objects(
        passing asked: FilterExpression, _ candidates: FilterExpression, _ schema: StoredSchema,
        answering question: FilterExpression
    ) throws -> FilterExpression {
        let source = source
        var builder = ObjectMatcherBuilder(of: schema, in: source)
        let matcher = try builder.matcher(asked, &self)
        var objects = builder.objects
        let query = Query(entity: schema.name, filter: candidates)
        var ids: [Value] = []
        try forEachObject(of: query, for: "\(asked)") { found in
            objects[0] = found
            guard try matcher.holds(&objects) else { return false }
            let id = try source.value(of: schema.idOrdinal, in: schema, of: found)
            // An error is better than a result that lacks an object.
            guard !id.isNaN else { throw Self.notFound(asked, schema) }
            ids.append(id)
            return true
        }
        if ids.isEmpty { return .none }
        let id = schema.idAttribute
        return .among(id.name, ObjectSet(ids, of: id.type, answering: question))
    }

    static func notFound(_ asked: FilterExpression, _ schema: StoredSchema) -> StoreError {
        StoreError(
            .invalidValue,
            "An object of '\(schema.name)' has an id that is not a number, which equals no id. The"
                + " filter \(asked) finds objects by their ids: give the object another id.")
    }
}
