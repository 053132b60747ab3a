import NacreFormat

@testable import NacreEngine

/// Evaluates filters and sorts on decoded objects that refer to one another, with optional chaining
/// and the methods of Swift's sequences. Shares nothing with ``ReferenceResolver``.
struct GraphEvaluator {
    let objects: Graph.Objects
    let peopleID: StoredType

    private func schema(_ entity: String) -> StoredSchema {
        Graph.schema(entity, peopleID: peopleID)
    }

    private func target(of attribute: String, _ entity: String) -> String {
        schema(entity).attributes.first { $0.name == attribute }?.reference ?? ""
    }

    private func find(_ id: Value, in entity: String) -> [String: Value]? {
        id.isNull ? nil : objects[entity]?.first { $0["id"] == id }
    }

    /// - Returns: The elements, or nil for nil.
    private func list(_ value: Value?) -> [Value]? {
        switch value {
        case .array(let elements)?: return elements
        case .json(let text)?:
            let type = peopleID
            guard case .array(let items)? = try? JSONParser.parse(Array(text.utf8)) else {
                return nil
            }
            return items.map { Value($0, as: type) ?? .null }
        default: return nil
        }
    }

    /// An object that a filter is applied to.
    private struct Subject {
        let object: [String: Value]?
        let entity: String
    }

    private func holds(_ filter: FilterExpression, _ object: [String: Value], _ entity: String)
        -> Bool
    {
        let subject = Subject(object: object, entity: entity)
        return holds(filter, subject, in: [subject])
    }

    /// - Parameter closures: The objects of the surrounding closures, the innermost last.
    private func holds(_ filter: FilterExpression, _ subject: Subject, in closures: [Subject])
        -> Bool
    {
        let (object, entity) = (subject.object, subject.entity)
        func isTrue(of member: [String: Value], _ entity: String, _ test: FilterExpression) -> Bool
        {
            let member = Subject(object: member, entity: entity)
            return holds(test, member, in: closures + [member])
        }
        switch filter {
        case .and(let parts): return parts.allSatisfy { holds($0, subject, in: closures) }
        case .or(let parts): return parts.contains { holds($0, subject, in: closures) }
        case .not(let part): return !holds(part, subject, in: closures)
        case .outer(let outer, let test):
            return holds(test, outside(outer, closures, subject), in: closures)
        case .reference(let name, let test):
            let other = target(of: name, entity)
            let found = object.flatMap { find($0[name] ?? .null, in: other) }
            return holds(test, Subject(object: found, entity: other), in: closures)
        case .members(let name, let quantifier, let test):
            let other = target(of: name, entity)
            let results = list(object?[name])?.map { id in
                find(id, in: other).map { isTrue(of: $0, other, test) } ?? false
            }
            return holds(quantifier, results)
        case .referrers(let referrers, .objects(let quantifier, let test)):
            return holds(
                quantifier,
                members(referrers, object)?.map { isTrue(of: $0, referrers.entity, test) })
        case .referrers(let referrers, .count(let comparison, let count)):
            return holds(.count(comparison, count), members(referrers, object)?.map { _ in true })
        case .attributes(let one, let comparison, let other):
            let values = [("one", one), ("other", other)].map { name, path in
                let from = outside(path.outer, closures, subject)
                return (name, value(path, from.object, from.entity))
            }
            return ReferenceEvaluator(values: Dictionary(uniqueKeysWithValues: values))
                .holds(.attributes("one", comparison, "other"))
        default: return ReferenceEvaluator(values: object ?? [:]).holds(filter)
        }
    }

    private func outside(
        _ outer: OuterObject?, _ closures: [Subject], _ subject: Subject
    ) -> Subject {
        guard case .levels(let count)? = outer else { return subject }
        return closures.dropLast(count).last ?? subject
    }

    /// - Parameter results: The results of the objects, or nil if there is no list.
    private func holds(_ quantifier: Quantifier, _ results: [Bool]?) -> Bool {
        switch quantifier {
        case .any: return results?.contains(true) ?? false
        case .all: return results.map { !$0.contains(false) } ?? false
        case .count(let comparison, let wanted):
            let count = results?.count { $0 }
            switch comparison {
            case .equal: return count == Int(wanted)
            case .notEqual: return count != Int(wanted)
            case .less: return count.map { $0 < wanted } ?? false
            case .lessOrEqual: return count.map { $0 <= wanted } ?? false
            case .greater: return count.map { $0 > wanted } ?? false
            case .greaterOrEqual: return count.map { $0 >= wanted } ?? false
            }
        }
    }

    private func members(
        _ referrers: Referrers, _ object: [String: Value]?
    ) -> [[String: Value]]? {
        guard let id = object?["id"] else { return nil }
        return objects[referrers.entity, default: []].filter { other in
            let value = other[referrers.attribute] ?? .null
            return list(value)?.contains(id) ?? (value == id)
        }
    }

    /// Returns the ids of a query's results, in its order.
    func ids(_ query: Query) -> [Value] { found(query).compactMap { $0["id"] } }

    /// Returns the objects of a query's results, in its order.
    private func found(_ query: Query) -> [[String: Value]] {
        let found = objects[query.entity, default: []]
            .filter { holds(query.filter, $0, query.entity) }
            .sorted { precedes($0, $1, query) }
        return Array(found.dropFirst(query.offset).prefix(query.limit ?? .max))
    }

    /// Returns the values at the end of paths from each of these objects, by the paths' texts.
    func values(_ query: Query, _ paths: [AttributePath]) -> [[String: Value]] {
        found(query).map { object in
            Dictionary(
                paths.map { ($0.description, value($0, object, query.entity)) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    private func precedes(
        _ first: [String: Value], _ second: [String: Value], _ query: Query
    ) -> Bool {
        for sort in query.sorts + [SortTerm("id")] {
            let (one, other) = (
                value(sort.path, first, query.entity), value(sort.path, second, query.entity)
            )
            let order = one.order(relativeTo: other)
            if order != 0 { return (order < 0) == sort.isAscending }
        }
        return false
    }

    private func value(
        _ path: AttributePath, _ object: [String: Value]?, _ entity: String
    ) -> Value {
        var object = object
        var entity = entity
        for hop in path.hops {
            let other = target(of: hop, entity)
            object = object.flatMap { find($0[hop] ?? .null, in: other) }
            entity = other
        }
        return object?[path.attribute] ?? .null
    }
}
