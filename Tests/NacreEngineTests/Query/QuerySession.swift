import NacreFormat
import NacreTestSupport

@testable import NacreEngine

/// A schema, and rounds of changes and queries of one store: many queries share the cost of the
/// store.
struct QuerySession: Sendable, CustomStringConvertible {
    struct Round: Sendable {
        /// Objects to save or, if they have only an id, to delete.
        let changes: [[String: Value]]
        let queries: [Asked]
    }

    struct Asked: Sendable, CustomStringConvertible {
        let query: Query
        let costs: QueryCosts
        /// Whether the query runs before the commit or after it.
        let isWithinChange: Bool

        var description: String {
            "\(query.filter) by \(query.sorts) behind \(query.after?.values ?? []),"
                + " \(query.limit ?? -1) + \(query.offset), \(costs)"
        }
    }

    static let entity = "City"
    static let queriesPerRound = 12
    static let rounds = 3

    let attributes: [AttributeSchema]
    let indexes: [NamedIndex]
    let rounds: [Round]

    var description: String {
        "\(attributes.map(Self.text))"
            + " with \(indexes)\n"
            + rounds.map { "\($0.changes)" }.joined(separator: "\n")
    }

    private static func text(_ attribute: AttributeSchema) -> String {
        let marks = [
            attribute.isUnique ? "!" : "", attribute.isNullable ? "?" : "",
            attribute.isColumnar ? "|" : "",
        ]
        return attribute.name + marks.joined()
    }

    func define(_ changes: Changes) throws {
        try changes.define(Self.entity, attributes: attributes, id: "id", indexes: indexes)
    }

    static let sessions = Generator<QuerySession> { choices throws(Rejection) in
        let attributes = try schema(&choices)
        // JSON and arrays have no order, and so no index except one of their elements.
        let names = attributes.map(\.name).filter { name in
            PlannedCase.orderable.contains { $0.name == name }
        }
        var indexes: Set<NamedIndex> = []
        for name in names.dropFirst() where try choices.draw(Generator<Bool>.bool()) {
            indexes.insert(NamedIndex([name]))
        }
        for attribute in attributes where !names.contains(attribute.name) {
            if try choices.draw(Generator<Bool>.bool()) {
                indexes.insert(NamedIndex([attribute.name]))
            }
        }
        if names.count > 2, try choices.draw(Generator<Bool>.bool()) {
            indexes.insert(NamedIndex([names[1], names[2]]))
        }
        if names.count > 2, try choices.draw(upTo: 3) == 3 {
            indexes.insert(NamedIndex([names[2], names[0], names[1]]))
        }
        let covered = indexes.flatMap(\.attributes)
        let indexed = attributes.filter { covered.contains($0.name) || $0.isUnique }
        var rounds: [Round] = []
        var seen: [[String: Value]] = []
        for _ in 0..<Self.rounds {
            let changes = try choices.draw(
                Generator<[[String: Value]]>.array(of: change(attributes, seen), count: 0...12))
            seen += changes.filter { $0.count > 1 }
            var queries: [Asked] = []
            for _ in 0..<queriesPerRound {
                queries.append(try choices.draw(asked(attributes, indexed, seen)))
            }
            rounds.append(Round(changes: changes, queries: queries))
        }
        return QuerySession(
            attributes: attributes, indexes: indexes.sorted { $0.description < $1.description },
            rounds: rounds)
    }

    /// Makes some attributes of the fixture, in any order after the id, which need not be nullable.
    private static func schema(
        _ choices: inout Choices
    ) throws(Rejection) -> [AttributeSchema] {
        let all = QueryFixture.schema.attributes
        let drawn = try choices.draw(
            Generator<[AttributeSchema]>.array(
                of: .element(of: Array(all.dropFirst())), count: 1...4))
        var chosen = [try choices.draw(Generator<AttributeSchema>.element(of: ids))]
        for attribute in drawn where !chosen.contains(where: { $0.name == attribute.name }) {
            chosen.append(
                AttributeSchema(
                    id: attribute.id, name: attribute.name, type: attribute.type,
                    isNullable: try choices.draw(Generator<Bool>.bool()),
                    isUnique: try choices.draw(upTo: 7) == 7,
                    isColumnar: try choices.draw(upTo: 2) > 0 && attribute.type.hasOrder))
        }
        return chosen
    }

    /// Ids that are numbers, whose tree has their order, and ids that are texts, whose tree has
    /// not.
    private static let ids: [AttributeSchema] = [.scalar(.int64), .scalar(.uint64), .string].map {
        AttributeSchema(id: AttributeID(1), name: "id", type: $0, isNullable: false)
    }

    private static func change(
        _ attributes: [AttributeSchema], _ seen: [[String: Value]]
    ) -> Generator<[String: Value]> {
        Generator { choices throws(Rejection) in
            // Now and then an existing object is changed or deleted.
            var id = try choices.draw(QueryGenerators.value(attributes[0].type))
            if !seen.isEmpty, try choices.draw(upTo: 2) == 2 {
                id = try choices.draw(.element(of: seen.compactMap { $0["id"] }))
                if try choices.draw(Generator<Bool>.bool()) { return ["id": id] }
            }
            var object = ["id": id]
            for attribute in attributes.dropFirst() {
                object[attribute.name] = try choices.draw(value(of: attribute))
            }
            return object
        }
    }

    private static func value(of attribute: AttributeSchema) -> Generator<Value> {
        let value = QueryGenerators.value(attribute.type)
        return attribute.isNullable
            ? .frequency((1, .just(.null)), (3, value)) : value
    }

    private static let cost = Generator<Double>.element(of: [0, 0.1, 1, 6, 1000])

    private static func asked(
        _ attributes: [AttributeSchema], _ indexed: [AttributeSchema], _ seen: [[String: Value]]
    ) -> Generator<Asked> {
        Generator { choices throws(Rejection) in
            let sorting = Generator<SortTerm> { choices throws(Rejection) in
                SortTerm(
                    try choices.draw(.element(of: attributes)).name,
                    isAscending: try choices.draw(.bool()))
            }
            var query = Query(
                entity: entity, filter: try choices.draw(filter(attributes, indexed)),
                sorts: try choices.draw(.array(of: sorting, count: 0...3)),
                limit: try choices.draw(Generator<Int?>.element(of: [nil, nil, 0, 1, 3, .max])),
                offset: try choices.draw(Generator<Int>.element(of: [0, 0, 0, 1, 5, .max])))
            if try choices.draw(upTo: 2) == 2 {
                query.after = try place(query.sorts, attributes, seen, &choices)
            }
            var costs = QueryCosts()
            costs.scanned = try choices.draw(cost)
            costs.fetched = try choices.draw(cost)
            costs.sorted = try choices.draw(cost)
            costs.marked = try choices.draw(cost)
            return Asked(
                query: query, costs: costs, isWithinChange: try choices.draw(.bool()))
        }
    }

    private static func filter(
        _ attributes: [AttributeSchema], _ indexed: [AttributeSchema]
    ) -> Generator<FilterExpression> {
        .oneOf(
            .just(.all), QueryGenerators.filter(on: attributes, depth: 2),
            QueryGenerators.crossing(indexed + [attributes[0]], on: attributes))
    }

    /// Makes the sort key of an object that exists, existed once, or might have existed.
    private static func place(
        _ sorts: [SortTerm], _ attributes: [AttributeSchema], _ seen: [[String: Value]],
        _ choices: inout Choices
    ) throws(Rejection) -> SortKey {
        var object: [String: Value] = [:]
        if !seen.isEmpty, try choices.draw(upTo: 3) != 3 {
            object = try choices.draw(.element(of: seen))
        }
        var values: [Value] = []
        for name in QueryReference.keyNames(of: sorts) {
            guard let attribute = attributes.first(where: { $0.name == name }) else { continue }
            // An attribute that appears twice in the sorts has one value.
            if object[name] == nil { object[name] = try choices.draw(value(of: attribute)) }
            values.append(object[name] ?? .null)
        }
        return SortKey(values: values)
    }
}
