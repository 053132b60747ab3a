import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Values at the end of references, in rows, in aggregates and in groups.
@Suite struct ReferenceValueTests {
    private struct Asked: Sendable {
        let query: Query
        let keys: [AttributePath]
        let aggregates: [AggregateExpression]
    }

    private struct Case: Sendable, CustomStringConvertible {
        let graph: ReferencePropertyTests.Case
        let asked: [Asked]

        var description: String {
            "\(graph)\n\(asked.map { "\($0.query.entity) by \($0.keys): \($0.aggregates)" })"
        }
    }

    private static let cases = Generator<Case> { choices throws(Rejection) in
        let graph = try choices.draw(ReferencePropertyTests.cases)
        var asked: [Asked] = []
        for query in graph.queries {
            let path = Generator<AttributePath>.element(of: Graph.paths(of: query.entity))
            asked.append(
                Asked(
                    query: query, keys: try choices.draw(.array(of: path, count: 0...3)),
                    aggregates: try choices.draw(Graph.aggregates(of: query.entity))))
        }
        return Case(graph: graph, asked: asked)
    }

    @Test func `rows, groups and aggregates equal those from following each reference`() {
        property("values through references", runs: 200, Self.cases) { item in
            try withStore { store in
                let peopleID = item.graph.peopleID
                var model: Graph.Objects = [:]
                try store.database.performChanges { changes in
                    try Graph.define(
                        in: changes, peopleID: peopleID,
                        indexes: item.graph.indexes.mapValues { $0.map { [$0] } })
                    try ReferencePropertyTests.save(
                        item.graph.objects, item.graph, changes, &model)
                    try Self.check(item, changes, model)
                    try ReferencePropertyTests.save(
                        item.graph.changes, item.graph, changes, &model)
                }
                try Self.check(item, try store.database.snapshot(), model)
            }
        }
    }

    private static func check(
        _ item: Case, _ source: some RecordSource, _ model: Graph.Objects
    ) throws {
        let evaluator = GraphEvaluator(objects: model, peopleID: item.graph.peopleID)
        for asked in item.asked {
            try checkRows(asked, evaluator, source)
            try checkAggregates(asked, evaluator, source)
        }
    }

    private static func checkRows(
        _ asked: Asked, _ evaluator: GraphEvaluator, _ source: some RecordSource
    ) throws {
        let expected = evaluator.values(asked.query, asked.keys).map { values in
            asked.keys.map { values[$0.description] ?? .null }
        }
        var rows: [[Value]] = []
        try source.forEachRow(asked.query, asked.keys) { row in
            rows.append(row)
            return true
        }
        try requireEqual(rows, expected)
        let paths = asked.keys.map(\.hops).filter { !$0.isEmpty }
        var places = rows.makeIterator()
        try source.forEachRecord(asked.query, reaching: paths) { _, reached in
            let row = places.next() ?? []
            let values = zip(asked.keys, row).filter { !$0.0.hops.isEmpty }.map(\.1)
            // If a path reaches no object, its value is null.
            for (found, value) in zip(reached, values) where found == nil {
                try require(value.isNull, "\(value) of no object")
            }
            try requireEqual(reached.count, paths.count)
            return true
        }
    }

    private static func checkAggregates(
        _ asked: Asked, _ evaluator: GraphEvaluator, _ source: some RecordSource
    ) throws {
        let paths = asked.keys + asked.aggregates.compactMap(\.path)
        let reference = AggregateReference(objects: evaluator.values(asked.query, paths))
        func value(_ aggregate: AggregateExpression, _ reference: AggregateReference) -> Value {
            let type = aggregate.path.map {
                Graph.type($0, of: asked.query.entity, evaluator.peopleID)
            }
            return reference.value(of: aggregate) { _ in type ?? .json } ?? .null
        }
        let found = try source.aggregate(asked.aggregates, asked.query)
        try requireSame(found, asked.aggregates.map { value($0, reference) })
        guard !asked.keys.isEmpty else { return }
        let grouping = Grouping(asked.query, by: asked.keys, asked.aggregates)
        let groups = try source.groups(grouping)
        let expected = reference.groups(by: asked.keys.map(\.description))
        try requireEqual(groups.count, expected.count, "groups")
        for (group, wanted) in zip(groups, expected) {
            try requireSame(group.key, wanted.key)
            try requireSame(group.values, asked.aggregates.map { value($0, wanted.objects) })
        }
        let distinct = try source.distinct(asked.keys[0], asked.query)
        let all = reference.groups(by: [asked.keys[0].description]).flatMap(\.key)
        try requireSame(distinct, all)
    }

    private static func requireSame(_ found: [Value], _ expected: [Value]) throws {
        try require(
            found.count == expected.count
                && zip(found, expected).allSatisfy(
                    AggregateReference.areSame),
            "\(found) are not \(expected)")
    }

    @Test func `distinct NaN ids lead to different objects`() throws {
        let payloads = [Double(nan: 1, signaling: false), Double(nan: 2, signaling: false)]
        try withStore { store in
            try store.database.performChanges { changes in
                for entity in ["Person", "City"] {
                    let schema = Graph.schema(entity, peopleID: .scalar(.double))
                    try changes.define(entity, attributes: schema.attributes, id: "id")
                }
                for (place, id) in payloads.enumerated() {
                    let number = Value.int(Int64(place))
                    try changes.insert(
                        [.double(id), .null, number, .null, .null, .null], into: "Person")
                    try changes.insert(
                        [number, .null, .null, .double(id), .null], into: "City")
                }
            }
            let snapshot = try store.database.snapshot()
            let age = AttributePath("age", through: ["mayor"])
            let groups = try snapshot.groups(Grouping(Query(entity: "City"), by: [age], [.count]))
            #expect(groups.map(\.key) == [[.int(0)], [.int(1)]])
            #expect(try snapshot.aggregate([.sum(age)], Query(entity: "City")) == [.int(1)])
        }
    }

    @Test func `more targets than the cache holds are found as well`() throws {
        let count: Int64 = 70_000
        try withStore { store in
            try store.database.performChanges { changes in
                for entity in ["Person", "City"] {
                    let schema = Graph.schema(entity, peopleID: .scalar(.int64))
                    try changes.define(entity, attributes: schema.attributes, id: "id")
                }
                for id in 0..<count {
                    try changes.insert(
                        [.int(id), .null, .int(id % 7), .null, .null, .null], into: "Person")
                    try changes.insert([.int(id), .null, .null, .int(id), .null], into: "City")
                }
            }
            let snapshot = try store.database.snapshot()
            let age = AttributePath("age", through: ["mayor"])
            let groups = try snapshot.groups(Grouping(Query(entity: "City"), by: [age], [.count]))
            let expected = (0..<7 as Range<Int64>).map { age in
                Value.int((count - age + 6) / 7)
            }
            #expect(groups.flatMap(\.values) == expected)
        }
    }
}
