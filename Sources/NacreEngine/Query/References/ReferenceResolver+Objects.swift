internal import NacreFormat

// Questions whose answer depends on the object that asks: attributes of two objects compared with
// each other, `mayor.born < founded`, and filters in braces that mean an object outside of them,
// `cities.contains { population > ^age }`. The objects of the entity are asked one after another,
// and the question becomes one of their ids.

extension Filter {
    /// Whether only the objects themselves can say if it holds, each for itself.
    var isByObject: Bool {
        switch self {
        case .attributes, .outer: asksOthers
        case .and, .or, .not: parts.contains(where: \.isByObject)
        case .members, .referrers: isCorrelated
        case .reference(_, let test): test.isCorrelated
        default: false
        }
    }

    /// Whether it is a conjunction or a disjunction, or says that one does not hold.
    var isJunction: Bool {
        switch self {
        case .and, .or: true
        case .not(let part): part.isJunction
        default: false
        }
    }

    /// - Parameter isForEach: whether all parts must hold, and not one of them.
    static func joined(_ parts: [Filter], isForEach: Bool) -> Filter {
        if parts.count == 1 { return parts[0] }
        return isForEach ? .and(parts) : .or(parts)
    }
}

extension ReferenceResolver {
    /// Resolves the parts of a conjunction or disjunction that are by object. They come last: one
    /// look at each object answers all of them.
    /// - Parameters:
    ///   - asked: of the parts those that are by object.
    ///   - isForEach: whether all parts must hold, and not one of them.
    ///   - others: the other parts, resolved.
    mutating func resolveByObject(
        _ asked: [Filter], of parts: [Filter], _ schema: EntitySchema, isForEach: Bool,
        besides others: [Filter]
    ) throws -> [Filter] {
        if asked.isEmpty { return others }
        if isForEach ? others.contains(.none) : others.contains(.all) { return others }
        // In a conjunction only those matter that the others hold for, which says that these hold.
        let found = try objects(
            passing: .joined(asked, isForEach: isForEach), isForEach ? .and(others) : .all, schema,
            answering: .joined(isForEach ? parts : asked, isForEach: isForEach))
        return isForEach ? [found] : others + [found]
    }

    /// - Parameter filter: one that is by object.
    mutating func resolveByObject(_ filter: Filter, _ schema: EntitySchema) throws -> Filter {
        try objects(passing: filter, .all, schema, answering: filter)
    }

    /// - Parameters:
    ///   - asked: what each object is asked.
    ///   - candidates: a resolved filter of the objects to look at.
    ///   - question: what is answered.
    private mutating func objects(
        passing asked: Filter, _ candidates: Filter, _ schema: EntitySchema,
        answering question: Filter
    ) throws -> Filter {
        let source = source
        var builder = ObjectTestBuilder(of: schema, in: source)
        let test = try builder.test(asked, &self)
        var objects = builder.objects
        let query = Query(entity: schema.name, filter: candidates)
        var ids: [Value] = []
        try forEachObject(of: query, for: "\(asked)") { found in
            objects[0] = found
            guard try test.holds(&objects) else { return false }
            let id = try source.value(of: schema.idOrdinal, in: schema, of: found)
            // Better no answer than one without an object.
            guard !id.isNaN else { throw Self.notFound(asked, schema) }
            ids.append(id)
            return true
        }
        if ids.isEmpty { return .none }
        let id = schema.idAttribute
        return .among(id.name, ObjectSet(ids, of: id.type, answering: question))
    }

    private static func notFound(_ asked: Filter, _ schema: EntitySchema) -> StoreError {
        StoreError(
            .invalidValue,
            "An object of '\(schema.name)' has an id that is not a number. What holds for"
                + " \(asked) is found by ids, and no id equals that one: give it another id.")
    }
}
