import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// Whatever indexes there are and whichever plan is chosen: the answer is that of looking at every
/// object.
@Suite struct PlannedQueryTests {
    /// Data and a query, by the places of attributes in the fixture's schema.
    struct Case: Sendable, CustomStringConvertible {
        let indexes: [[String]]
        let unique: String?
        let objects: [[String: Value]]
        /// Places of objects that are deleted again.
        let deleted: [Int]
        let query: Query
        let costs: QueryCosts

        var description: String {
            "\(indexes), unique \(unique ?? "-"), \(objects.count) objects, \(query.filter) by"
                + " \(query.sorts) \(query.limit ?? -1) + \(query.offset), \(costs)"
        }
    }

    /// The attributes that have an order.
    static let orderable = QueryFixture.schema.attributes.filter {
        switch $0.type {
        case .json, .array: false
        default: true
        }
    }

    private static let cost = Generator<Double>.element(of: [0, 0.1, 1, 6, 1000])

    static let cases = Generator<Case> { choices throws(Rejection) in
        let attribute = Generator<AttributeSchema>.element(of: orderable)
        let used = try choices.draw(.array(of: attribute, count: 1...3))
        let names = used.map(\.name)
        var indexes: [[String]] = []
        for name in names where try choices.draw(Generator<Bool>.bool()) { indexes.append([name]) }
        if names.count > 1, names[0] != names[1], try choices.draw(Generator<Bool>.bool()) {
            indexes.append([names[0], names[1]])
        }
        let sorting = Generator<Sorting> { choices throws(Rejection) in
            Sorting(
                try choices.draw(.element(of: names)), isAscending: try choices.draw(.bool()))
        }
        let hasUnique = try choices.draw(upTo: 3) == 3
        let query = Query(
            entity: "City", filter: try choices.draw(QueryGenerators.filter(on: used, depth: 2)),
            sorts: try choices.draw(.array(of: sorting, count: 0...2)),
            limit: try choices.draw(Generator<Int?>.element(of: [nil, nil, 0, 1, 3, 10, .max])),
            offset: try choices.draw(Generator<Int>.element(of: [0, 0, 0, 1, 5, 30, .max])))
        var costs = QueryCosts()
        costs.scanned = try choices.draw(cost)
        costs.fetched = try choices.draw(cost)
        costs.sorted = try choices.draw(cost)
        costs.marked = try choices.draw(cost)
        return Case(
            indexes: Array(Set(indexes)).sorted { $0.description < $1.description },
            unique: hasUnique ? names[0] : nil,
            objects: try choices.draw(
                Generator<[[String: Value]]>.array(of: QueryGenerators.object, count: 0...40)),
            deleted: try choices.draw(
                Generator<[Int]>.array(of: .integer(in: 0...40), count: 0...4)),
            query: query, costs: costs)
    }

    /// What plans were seen, so that the test says if it no longer tests them all.
    private final class Kinds: Sendable {
        let seen = Mutex<Set<String>>([])

        func add(_ plan: QueryPlan) {
            let access =
                switch plan.access {
                case .nothing: "nothing"
                case .everything: "everything"
                case .ranges(let index, _): index.attributes.count > 1 ? "composite" : "ranges"
                case .intersection: "intersection"
                case .union: "union"
                }
            let order =
                switch plan.order {
                case .walk(_, let isAscending): isAscending ? "walk" : "walk back"
                case .sort: "sort"
                }
            seen.withLock { $0.formUnion([access, order]) }
        }
    }

    @Test func `a query finds what looking at every object finds, in the same order`() {
        let kinds = Kinds()
        defer {
            // Those that are chosen rarely have a test of their own.
            let often: Set = ["nothing", "everything", "ranges", "walk", "walk back", "sort"]
            #expect(kinds.seen.withLock { $0.isSuperset(of: often) })
        }
        property("plans", runs: 1000, Self.cases) { item in
            try withStore { store in
                try store.database.performChanges { try Self.fill($0, item) }
                try store.database.performChanges { changes in
                    try Self.check(item, changes, kinds)
                    for place in item.deleted where place < item.objects.count {
                        if let id = item.objects[place]["id"] {
                            try changes.delete(id, from: "City")
                        }
                    }
                    try Self.check(item, changes, kinds)
                }
                try Self.check(item, try store.database.snapshot(), kinds)
            }
        }
    }

    @Test(arguments: [
        ("population == 3 && level == 2", "(index on level) and (index on population)"),
        ("population == 3 || level == 2", "(index on population) or (index on level)"),
    ])
    func `two indexes are used together where that pays`(text: String, access: String) throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try changes.define(
                    "City", attributes: QueryFixture.schema.attributes, id: "id",
                    indexes: [["population"], ["level"]])
                for id in 0..<3000 {
                    let values = QueryFixture.schema.attributes.map { attribute -> Value in
                        switch attribute.name {
                        case "id": .int(Int64(id))
                        case "population": .int(Int64(id % 29))
                        case "level": .int(Int64(id % 31))
                        case "name": .string("")
                        default: .null
                        }
                    }
                    try changes.insert(values, into: "City")
                }
            }
            let snapshot = try store.database.snapshot()
            let query = Query(entity: "City", filter: try QueryFixture.parse(text))
            let expected = (0..<3000).filter { id in
                text.contains("&&")
                    ? id % 29 == 3 && id % 31 == 2 : id % 29 == 3 || id % 31 == 2
            }
            #expect(try snapshot.explain(query).description.contains(access))
            #expect(try snapshot.count(query) == expected.count)
            let ids = try snapshot.fetch(query).map(\.id)
            #expect(ids == expected.map { .int(Int64($0)) })
        }
    }

    static func fill(_ changes: Changes, _ item: Case) throws {
        let attributes = QueryFixture.schema.attributes.map { attribute in
            AttributeSchema(
                id: attribute.id, name: attribute.name, type: attribute.type,
                isNullable: attribute.isNullable,
                isUnique: attribute.name == item.unique && attribute.name != "id")
        }
        try changes.define("City", attributes: attributes, id: "id", indexes: item.indexes)
        for object in item.objects {
            let values = attributes.map { object[$0.name] ?? .null }
            do {
                try changes.save(values, in: "City")
            } catch let error as StoreError where error.code == .uniqueViolation {
                continue
            }
        }
    }

    private static func check(
        _ item: Case, _ source: some RecordSource, _ kinds: Kinds
    ) throws {
        let definition = try source.definition("City")
        let schema = definition.schema
        var all: [[String: Value]] = []
        try source.forEach(in: definition) { found in
            let values = try source.values(of: found, schema: schema)
            all.append(
                Dictionary(uniqueKeysWithValues: zip(schema.attributes.map(\.name), values)))
            return true
        }
        let sorts = item.query.sorts + [Sorting("id")]
        let matching = all.filter { ReferenceEvaluator(values: $0).holds(item.query.filter) }
            .sorted { first, second in
                for sort in sorts {
                    let order = (first[sort.attribute] ?? .null)
                        .order(relativeTo: second[sort.attribute] ?? .null)
                    if order != 0 { return sort.isAscending ? order < 0 : order > 0 }
                }
                return false
            }
        let expected = matching.dropFirst(item.query.offset).prefix(item.query.limit ?? .max)
            .map { $0["id"] ?? .null }
        let execution = try QueryExecution(item.query, in: source, costs: item.costs)
        kinds.add(execution.plan)
        var ids: [Value] = []
        try execution.run { found in
            ids.append(try source.id(of: found))
            return true
        }
        try requireEqual(ids, expected, "\(item)\n\(execution.plan)")
        let counting = try QueryExecution(
            item.query, in: source, isCounting: true, costs: item.costs)
        kinds.add(counting.plan)
        try requireEqual(try counting.count(), expected.count, "count of \(item)")
        try requireEqual(try execution.count(), expected.count, "count of \(item)")
    }
}
