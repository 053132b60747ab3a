internal import NacreFormat

// Attributes of two objects compared with each other: `mayor.born < founded`. The objects of the
// entity are looked at one after another, each with what its references lead to, and the question
// becomes one of their ids.

extension Filter {
    /// Whether it compares two attributes of which one at least is another object's.
    var comparesTwoObjects: Bool { comparedAttributes != nil && asksOthers }

    /// - Parameter isForEach: whether all parts must hold, and not one of them.
    static func joined(_ parts: [Filter], isForEach: Bool) -> Filter {
        isForEach ? .and(parts) : .or(parts)
    }

    fileprivate var comparedAttributes: ComparedAttributes? {
        guard case .attributes(let one, let comparison, let other) = self else { return nil }
        return (one, comparison, other)
    }
}

private typealias ComparedAttributes = (
    one: AttributePath, comparison: ComparisonOperator, other: AttributePath
)

extension ReferenceResolver {
    /// Resolves the parts of a conjunction or disjunction. Comparisons of two objects come last:
    /// one look at each object answers all of them.
    /// - Parameters:
    ///   - isForEach: whether all parts must hold, and not one of them.
    ///   - others: the parts that are no such comparisons, resolved.
    mutating func resolveComparisons(
        in parts: [Filter], _ schema: EntitySchema, isForEach: Bool, besides others: [Filter]
    ) throws -> [Filter] {
        let asked = parts.filter(\.comparesTwoObjects)
        if asked.isEmpty { return others }
        if isForEach ? others.contains(.none) : others.contains(.all) { return others }
        // In a conjunction only those matter that the others hold for, which says that these hold.
        let found = try objects(
            comparing: asked, isForEach: isForEach, isForEach ? .and(others) : .all, schema,
            answering: .joined(isForEach ? parts : asked, isForEach: isForEach))
        return isForEach ? [found] : others + [found]
    }

    mutating func resolveComparison(_ filter: Filter, _ schema: EntitySchema) throws -> Filter {
        try objects(comparing: [filter], isForEach: true, .all, schema, answering: filter)
    }

    /// - Parameters:
    ///   - asked: comparisons, each of which must hold, or one of them.
    ///   - candidates: a resolved filter of the objects to look at.
    ///   - question: what is answered.
    private mutating func objects(
        comparing asked: [Filter], isForEach: Bool, _ candidates: Filter, _ schema: EntitySchema,
        answering question: Filter
    ) throws -> Filter {
        let source = source
        let comparisons = asked.compactMap(\.comparedAttributes)
        let query = Query(entity: schema.name, filter: candidates)
        let label = Filter.joined(asked, isForEach: isForEach)
        let readers = try source.readers(of: comparisons.flatMap { [$0.one, $0.other] }, schema)
        func holds(_ place: Int, for found: FoundRecord) throws -> Bool {
            comparisons[place].comparison.holds(
                try readers[2 * place].value(of: found),
                try readers[2 * place + 1].value(of: found))
        }
        var ids: [Value] = []
        try forEachObject(of: query, for: "\(label)") { found in
            // The first one that does not hold, or holds, says it for all.
            let decides = try comparisons.indices.contains {
                try holds($0, for: found) != isForEach
            }
            guard decides != isForEach else { return false }
            let id = try source.value(of: schema.idOrdinal, in: schema, of: found)
            // Better no answer than one without an object.
            guard !id.isNaN else { throw Self.notFound(label, schema) }
            ids.append(id)
            return true
        }
        if ids.isEmpty { return .none }
        let id = schema.idAttribute
        return .among(id.name, ObjectSet(ids, of: id.type, answering: question))
    }

    private static func notFound(_ comparison: Filter, _ schema: EntitySchema) -> StoreError {
        StoreError(
            .invalidValue,
            "An object of '\(schema.name)' has an id that is not a number. What holds for"
                + " \(comparison) is found by ids, and no id equals that one: give it another id.")
    }
}
