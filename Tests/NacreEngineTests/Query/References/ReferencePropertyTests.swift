import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Filters and sorts through references find the same objects as following each reference.
@Suite struct ReferencePropertyTests {
    struct Case: Sendable, CustomStringConvertible {
        let peopleID: StoredType
        let indexes: [String: [String]]
        let objects: Graph.Objects
        /// Objects that replace those with their ids, or are added.
        let changes: Graph.Objects
        let deleted: [Int]
        let queries: [Query]
        let costs: QueryCosts

        var description: String {
            "\(peopleID.name), \(indexes), \(queries.map { "\($0.filter) by \($0.sorts)" })"
        }
    }

    private static let indexable = [
        "Person": ["boss", "home.city", "cities", "name", "age"],
        "City": ["mayor", "council", "population", "name"],
    ]

    static let cases = Generator<Case> { choices throws(Rejection) in
        let peopleID = try choices.draw(Generator<StoredType>.element(of: Graph.peopleIDs))
        var indexes: [String: [String]] = [:]
        for (entity, names) in indexable.sorted(by: { $0.key < $1.key }) {
            for name in names where try choices.draw(upTo: 2) == 0 {
                indexes[entity, default: []].append(name)
            }
        }
        var queries: [Query] = []
        for _ in 0..<5 {
            let entity = try choices.draw(Generator<String>.element(of: ["City", "Person"]))
            queries.append(
                Query(
                    entity: entity, filter: try choices.draw(Graph.filter(of: entity, peopleID)),
                    sorts: try choices.draw(Graph.sorts(of: entity)),
                    limit: try choices.draw(Generator<Int?>.element(of: [nil, nil, 2])),
                    offset: try choices.draw(Generator<Int>.element(of: [0, 0, 1]))))
        }
        var costs = QueryCosts()
        costs.fetched = try choices.draw(Generator<Double>.element(of: [0, 6, 1000]))
        return Case(
            peopleID: peopleID, indexes: indexes,
            objects: try choices.draw(Graph.objects(peopleID)),
            changes: try choices.draw(Graph.objects(peopleID)),
            deleted: try choices.draw(
                Generator<[Int]>.array(of: .integer(in: 0...4), count: 0...2)),
            queries: queries, costs: costs)
    }

    @Test func `filters and sorts through references equal following each reference`() {
        property("references", runs: 200, Self.cases) { item in
            try withStore { store in
                var model: Graph.Objects = [:]
                try store.database.performChanges { changes in
                    try Graph.define(
                        in: changes, peopleID: item.peopleID,
                        indexes: item.indexes.mapValues { $0.map { [$0] } })
                    try Self.save(item.objects, item, changes, &model)
                }
                let (before, earlier) = (model, try store.database.snapshot())
                try store.database.performChanges { changes in
                    try Self.check(item, changes, model)
                    try Self.save(item.changes, item, changes, &model)
                    for number in item.deleted {
                        let id = Graph.id(number, item.peopleID)
                        try changes.delete(id, from: "Person")
                        model["Person"]?.removeAll { $0["id"] == id }
                    }
                    try Self.check(item, changes, model)
                }
                try Self.check(item, try store.database.snapshot(), model)
                try Self.check(item, earlier, before)
            }
        }
    }

    static func save(
        _ objects: Graph.Objects, _ item: Case, _ changes: Changes,
        _ model: inout Graph.Objects
    ) throws {
        for (entity, list) in objects.sorted(by: { $0.key < $1.key }) {
            let attributes = Graph.schema(entity, peopleID: item.peopleID).attributes
            for object in list {
                try changes.save(attributes.map { object[$0.name] ?? .null }, in: entity)
                model[entity]?.removeAll { $0["id"] == object["id"] }
                model[entity, default: []].append(object)
            }
        }
    }

    private static func check(
        _ item: Case, _ source: some RecordSource, _ model: Graph.Objects
    ) throws {
        let evaluator = GraphEvaluator(objects: model, peopleID: item.peopleID)
        for query in item.queries {
            let expected = evaluator.ids(query)
            let execution = try QueryExecution(query, in: source.view, costs: item.costs)
            var ids: [Value] = []
            try execution.run { found in
                ids.append(try source.id(of: found))
                return true
            }
            try requireEqual(ids, expected, "\(query.filter) by \(query.sorts)")
            let counting = try QueryExecution(
                query, in: source.view, isCounting: true, costs: item.costs)
            try requireEqual(try counting.count(), expected.count, "count of \(query.filter)")
            try checkText(query, source)
        }
    }

    /// Checks that the text of a filter is parsed to one with the same meaning and the same text.
    private static func checkText(_ query: Query, _ source: some RecordSource) throws {
        let schema = try source.definition(query.entity).schema
        let text = query.filter.description
        let again = try FilterParser.parse(text, schema: schema, entities: source.catalog.finder)
        try requireEqual(again.description, text)
        var other = query
        other.filter = again
        try requireEqual(try source.count(other), try source.count(query), text)
        let sorts = query.sorts.map(\.description).joined(separator: ", ")
        guard !sorts.isEmpty else { return }
        let parsed = try SortTerm.parse(sorts, schema: schema, entities: source.catalog.finder)
        try requireEqual(parsed, query.sorts)
    }
}
