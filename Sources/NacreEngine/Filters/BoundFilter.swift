package import NacreFormat

/// A filter that was checked against an entity's schema: its attributes exist, its tests are valid
/// for their types, and its values have the stored types. A ``Matcher`` can be made only from it.
package struct BoundFilter: Sendable, Hashable {
    /// Maximum depth of the tree, enough for every text that ``FilterParser`` accepts. A level of
    /// the text is at most a disjunction, a conjunction and a test inside a value. Each step to
    /// other objects adds to that, as do the carets before it.
    static let depthMax = 3 * (FilterParser.depthMax + 1) + 2 * (1 + FilterScope.hopsMax)

    /// The filter, with its values converted.
    package let filter: FilterExpression
    package let schema: StoredSchema

    /// - Parameter filter: A part of a filter that was already bound to the schema.
    init(bound filter: FilterExpression, schema: StoredSchema) {
        self.filter = filter
        self.schema = schema
    }

    /// - Parameter entities: The entities that references in the filter lead to.
    package init(
        _ filter: FilterExpression, schema: StoredSchema, entities: EntityFinder = .none
    ) throws(StoreError) {
        if let problem = filter.levelProblem { throw StoreError(.invalidValue, problem) }
        do throws(OperandError) {
            self.filter = try FilterScope(schema, entities).bind(filter)
        } catch {
            throw StoreError(error)
        }
        self.schema = schema
    }
}

extension FilterScope {
    fileprivate func bind(_ filter: FilterExpression) throws(OperandError) -> FilterExpression {
        switch filter {
        case .and(let parts): return .and(try bind(parts))
        case .or(let parts): return .or(try bind(parts))
        case .not(let part): return .not(try bind(part))
        default: return try bindTest(filter)
        }
    }

    /// Binds a test. Separate from ``bind(_:)``, so nested junctions do not use its stack space.
    private func bindTest(_ filter: FilterExpression) throws(OperandError) -> FilterExpression {
        switch filter {
        case .all, .none, .and, .or, .not: return filter
        case .comparison(let name, let comparison, let operand):
            let attribute = try attribute(name, comparison.isOrder ? .order : .equality)
            let bound = try value(operand, attribute)
            if comparison.isOrder { try checkOrder(bound) }
            return .comparison(name, comparison, bound)
        case .attributes(let one, let comparison, let other):
            try check(one, comparison, with: other)
            return filter
        case .membership(let name, let values):
            let attribute = try attribute(name, .membership)
            var bound: [Value] = []
            for item in values { bound.append(try value(item, attribute)) }
            return .membership(name, bound)
        case .range(let name, let range):
            let attribute = try attribute(name, .range)
            return .range(
                name,
                try range.map { operand throws(OperandError) in
                    let bound = try value(operand, attribute)
                    try checkOrder(bound)
                    return bound
                })
        case .text(let name, let test):
            _ = try attribute(name, .textTest)
            try test.check()
            return filter
        case .inner(let name, let inner, let test):
            let attribute = try OperandCheck.attribute(named: name, of: schema)
            return .inner(name, inner, try scope(of: inner, in: attribute).bind(test))
        case .elements(let name, let tests):
            if isCollection { throw Self.unordered }
            let attribute = try OperandCheck.attribute(named: name, of: schema)
            return .elements(name, try scope(of: .someElement, in: attribute).bind(tests))
        case .reference(let name, let test):
            return .reference(name, try target(of: try attribute(name, .reference)).bind(test))
        case .members(let name, let quantifier, let test):
            let target = try target(of: try attribute(name, .members))
            return .members(name, quantifier, try target.insideBraces.bind(test))
        case .referrers(let objects, let test):
            let source = try source(of: objects)
            guard case .objects(let quantifier, let part) = test else { return filter }
            return .referrers(
                objects, .objects(quantifier, try source.insideBraces.bind(part)))
        case .outer(let object, let test): return .outer(object, try outer(object).bind(test))
        case .among: return filter
        case .search(let condition):
            try check(condition)
            return filter
        case .deferred(let test):
            throw OperandError(
                .invalidValue,
                "\(FilterText.name(test.attribute)) is compared with a value that only a store can"
                    + " encode.")
        }
    }

    /// Throws if a value inside JSON has no order. Outside JSON, the attribute's type decides this.
    private func checkOrder(_ value: Value) throws(OperandError) {
        guard isInsideJSON, case .json(let text) = value, text != "null" else { return }
        throw OperandError(
            .invalidValue, "Values that are stored as JSON have no order in a collection.",
            suggestion: "Store them through a transformer, as numbers or as text.")
    }

    private func value(
        _ value: Value, _ attribute: AttributeSchema
    ) throws(OperandError) -> Value {
        try self.value(of: .value(value), for: attribute)
    }

    private func attribute(
        _ name: String, _ use: OperandCheck.Use
    ) throws(OperandError) -> AttributeSchema {
        let attribute = try OperandCheck.attribute(named: name, of: schema)
        try check(attribute, allows: use)
        return attribute
    }

    private func bind(_ parts: [FilterExpression]) throws(OperandError) -> [FilterExpression] {
        var bound: [FilterExpression] = []
        bound.reserveCapacity(parts.count)
        for part in parts { bound.append(try bind(part)) }
        return bound
    }
}
