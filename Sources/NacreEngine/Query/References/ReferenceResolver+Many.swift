internal import NacreFormat

/// Resolves conditions on several objects at once.
extension ReferenceResolver {
    mutating func members(
        _ name: String, _ quantifier: Quantifier, _ test: FilterExpression, _ schema: StoredSchema,
        answering question: FilterExpression
    ) throws -> FilterExpression {
        guard let ordinal = schema.ordinal(of: name),
            case let attribute = schema.attributes[ordinal], let target = attribute.reference
        else { return .none }
        let query = Query(entity: target, filter: test)
        var ids: [Value] = []
        let type = try forEachValue(of: nil, query, for: FilterText.name(name)) { ids.append($0) }
        // A reference without a target is not among these: no test holds for it.
        ids.removeAll { !attribute.takesReference($0) }
        if ids.isEmpty, quantifier == .any { return .none }
        return .among(
            name, ObjectSet(ids, of: type, answering: question, quantifier: quantifier))
    }

    mutating func referrers(
        _ referrers: Referrers, _ test: Referrers.Condition, _ schema: StoredSchema,
        answering question: FilterExpression
    ) throws -> FilterExpression {
        let id = schema.idAttribute
        let asked: FilterExpression
        var isComplement = false
        switch test {
        case .objects(.any, let test): asked = test
        case .objects(.all, let test):
            asked = test.negated
            isComplement = true
        case .objects(.count, let test): asked = test
        case .count: asked = .all
        }
        // Most objects have no referrers, so the query looks for those that have some.
        if let (comparison, count) = test.number {
            isComplement = Matcher.compare(0, comparison, count)
        }
        var counts: [Value: Int64] = [:]
        let label = FilterText.path([referrers.entity, referrers.attribute])
        if asked.isAll, let known = try countByIndex(referrers, id.type, for: label) {
            counts = known
        } else {
            let query = Query(entity: referrers.entity, filter: asked)
            try forEachValue(of: referrers.attribute, query, for: label) { value in
                let references = value.references(as: id.type)
                // An object refers to another one once, however often it is in its list.
                for reference in references.count > 1 ? Array(Set(references)) : references {
                    counts[reference, default: 0] += 1
                }
            }
        }
        if let (comparison, count) = test.number {
            counts = counts.filter { Matcher.compare($0.value, comparison, count) != isComplement }
        }
        let ids = counts.keys.filter { IDKey.takes($0, as: id.type) }
        if ids.isEmpty { return isComplement ? .all : .none }
        return .among(
            id.name,
            ObjectSet(
                Array(ids), of: id.type, isComplement: isComplement, answering: question))
    }
}

extension Referrers.Condition {
    /// The operator and number that the number of objects is compared with; nil if it is not
    /// compared.
    fileprivate var number: (ComparisonOperator, Int64)? {
        switch self {
        case .count(let comparison, let count), .objects(.count(let comparison, let count), _):
            (comparison, count)
        case .objects: nil
        }
    }
}

extension ReferenceResolver {
    /// Returns the number of objects that refer to each id, by an index of the reference whose keys
    /// are the ids. Reads no object.
    /// - Parameter type: The type of the ids.
    /// - Returns: Nil if there is no such index.
    private mutating func countByIndex(
        _ referrers: Referrers, _ type: StoredType, for label: String
    ) throws -> [Value: Int64]? {
        let definition = try source.definition(referrers.entity)
        let index = source.builtIndexes(of: definition).first {
            !$0.isUnique && $0.attributes.count == 1 && $0.attribute.name == referrers.attribute
        }
        guard let index, index.attribute.type.elementType == type else { return nil }
        var counts: [Value: Int64] = [:]
        var (last, count): (UInt64, Int64) = (OrderKey.null, 0)
        var isExact = true
        func endKey() {
            guard last != OrderKey.null else { return }
            guard let id = OrderKey.integer(of: last, as: type) else { return isExact = false }
            counts[id] = count
        }
        let tree = source.tree(of: index, definition)
        var pace = ReadPace(source.limit)
        try tree.forEach(from: TreeEntry(key: OrderKey.least, row: 0)) { entry in
            try pace.step()
            if entry.key != last {
                endKey()
                (last, count) = (entry.key, 0)
            }
            count += 1
            return isExact
        }
        endKey()
        guard isExact else { return nil }
        let range = KeyRange(lower: OrderKey.least, upper: .max)
        let plan = QueryPlan(
            entity: referrers.entity, access: .ranges(index, [range]),
            candidateCount: tree.count(of: range),
            objectCount: source.roots(of: definition.schema.number).ids.count, residual: .all,
            order: .sort(by: [], keeping: nil))
        add(ObjectLookup(label, plan, count: tree.count(of: range)))
        return counts
    }
}
