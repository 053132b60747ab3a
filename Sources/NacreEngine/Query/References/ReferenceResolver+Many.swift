internal import NacreFormat

/// Questions about several objects at once.
extension ReferenceResolver {
    mutating func members(
        _ name: String, _ quantifier: Quantifier, _ test: Filter, _ schema: EntitySchema,
        answering question: Filter
    ) throws -> Filter {
        guard let ordinal = schema.ordinal(of: name),
            case let attribute = schema.attributes[ordinal], let target = attribute.reference
        else { return .none }
        let query = Query(entity: target, filter: test)
        var ids: [Value] = []
        let type = try forEachValue(of: nil, query, for: FilterText.name(name)) { ids.append($0) }
        // A reference that leads nowhere is none of these: no test holds for it.
        ids.removeAll { !attribute.takesReference($0) }
        if ids.isEmpty, quantifier == .any { return .none }
        return .among(
            name, ObjectSet(ids, of: type, answering: question, quantifier: quantifier))
    }

    mutating func referrers(
        _ referrers: Referrers, _ test: Referrers.Test, _ schema: EntitySchema,
        answering question: Filter
    ) throws -> Filter {
        let id = schema.idAttribute
        let asked: Filter
        var isComplement = false
        switch test {
        case .objects(.any, let test): asked = test
        case .objects(.all, let test):
            asked = test.negated
            isComplement = true
        case .count(let comparison, let count):
            asked = .all
            // Most have none: those are looked for that have some.
            isComplement = Matcher.compare(0, comparison, count)
        }
        var counts: [Value: Int64] = [:]
        let label = FilterText.path([referrers.entity, referrers.attribute])
        let query = Query(entity: referrers.entity, filter: asked)
        try forEachValue(of: referrers.attribute, query, for: label) { value in
            let references = value.references(as: id.type)
            // An object refers to another one once, however often it is in its list.
            for reference in references.count > 1 ? Array(Set(references)) : references {
                counts[reference, default: 0] += 1
            }
        }
        if case .count(let comparison, let count) = test {
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
