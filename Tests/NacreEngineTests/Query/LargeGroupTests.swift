import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The first objects in the order of an index with very many objects under one key.
@Suite struct LargeGroupTests {
    private static let count: Int64 = 6000

    private static func values(_ id: Int64) -> [Value] {
        // Most have one of two levels or none; one level is rare; the area of many is NaN.
        let level: Value = id % 3 == 0 ? .null : .int(id % 500 == 1 ? 9 : id % 3)
        let area = id % 4 == 0 ? Double.nan : Double((id * 13) % 7)
        return [.int(id), level, .double(area), .string("n\((id * 7919) % 2003)")]
    }

    private func withTowns(_ body: (DatabaseSnapshot, QueryReference) throws -> Void) throws {
        let store = try TestStore()
        let attributes = ColumnTests.attributes(columnar: [])
        var model: [[String: Value]] = []
        try store.database.performChanges { changes in
            try changes.define(
                "Town", attributes: attributes, id: "id",
                indexes: ["level", "area", "name"].map { NamedIndex([$0]) })
            for number in 0..<Self.count {
                // A permutation, so that the ids are unordered.
                let values = Self.values(number * 1009 % Self.count)
                try changes.insert(values, into: "Town")
                model.append(Dictionary(uniqueKeysWithValues: zip(attributes.map(\.name), values)))
            }
        }
        try body(store.database.snapshot(), QueryReference(objects: model))
    }

    private static func query(
        _ filter: String, by sorts: String, in snapshot: DatabaseSnapshot
    ) throws -> Query {
        var query = try ColumnTests.query(filter, in: snapshot)
        let schema = try snapshot.definition("Town").schema
        query.filter = try BoundFilter(query.filter, schema: schema).filter
        query.sorts = try SortTerm.parse(sorts, schema: schema)
        return query
    }

    @Test(arguments: [
        "level", "-level", "level, name", "-level, name", "level, -name", "area", "-area, name",
        "area, level, name",
    ])
    func `the first objects are those of a full sort`(sorts: String) throws {
        try withTowns { snapshot, reference in
            for filter in ["true", "area > 3", "level == 2 || name < \"n5\""] {
                for (limit, offset) in [(1, 0), (20, 0), (20, 300), (20, 2100), (500, 3000)] {
                    var query = try Self.query(filter, by: sorts, in: snapshot)
                    (query.limit, query.offset) = (limit, offset)
                    let expected = reference.objects(of: query).map { $0["id"] ?? .null }
                    let found = try snapshot.fetch(query).map(\.id)
                    #expect(found == expected, "\(filter) by \(sorts), \(limit) behind \(offset)")
                }
            }
        }
    }

    @Test(arguments: ["level, name", "-area, -name"])
    func `all pages together are all objects in their order`(sorts: String) throws {
        try withTowns { snapshot, reference in
            var query = try Self.query("true", by: sorts, in: snapshot)
            let expected = reference.objects(of: query).map { $0["id"] ?? .null }
            query.limit = 170
            var found: [Value] = []
            repeat {
                query.after = try snapshot.page(query) { found.append(try snapshot.id(of: $0)) }
            } while query.after != nil
            #expect(found == expected)
        }
    }

    @Test func `the rows of a key with many objects are walked along the next index`() throws {
        try withTowns { snapshot, _ in
            var query = try Self.query("true", by: "level, name", in: snapshot)
            query.limit = 20
            let execution = try QueryExecution(query, in: snapshot.view)
            guard case .walk(let index, true) = execution.plan.order else {
                Issue.record("the order is that of the index: \(execution.plan)")
                return
            }
            let tree = snapshot.tree(of: index, execution.definition)
            let groups = try #require(LargeGroups(execution, index))
            for (level, isLarge) in [(Value.null, true), (.int(1), true), (.int(9), false)] {
                let isFound = groups.has(OrderKey.key(level), in: tree, RowWindow(query))
                #expect(isFound == isLarge, "\(level)")
            }
            let key = OrderKey.key(.int(2))
            let entry = try #require(tree.first(atOrAfter: TreeEntry(key: key, row: 0)))
            let group = try groups.execution(of: entry.row, RowWindow(query))
            #expect(group.plan.description.contains("order: that of the index on name"))
            let first = try #require(try groups.first(of: key, in: tree, RowWindow(query)))
            #expect(first.count == 20)
            #expect(!groups.has(OrderKey.null, in: tree, RowWindow(skipping: 2000, taking: 1)))
        }
    }

    /// Only the last ids have the last level, and a filter excludes all of it: no walk along the
    /// ids finds a match soon.
    @Test(arguments: ["true", "area == 8", "area == 3"])
    func `a fruitless walk is given up with the same result`(
        filter: String
    ) throws {
        let store = try TestStore()
        let attributes = ColumnTests.attributes(columnar: [])
        var model: [[String: Value]] = []
        try store.database.performChanges { changes in
            try changes.define(
                "Town", attributes: attributes, id: "id", indexes: [NamedIndex(["level"])])
            for id in 0..<Self.count {
                let level = Value.int(id / 2000)
                let values = [.int(id), level, .double(Double(id % 7)), .string("town \(id)")]
                try changes.insert(values, into: "Town")
                model.append(Dictionary(uniqueKeysWithValues: zip(attributes.map(\.name), values)))
            }
        }
        let snapshot = try store.database.snapshot()
        let reference = QueryReference(objects: model)
        for sorts in ["-level", "level", "-level, name"] {
            for limit in [1, 30, 400] {
                var query = try Self.query(filter, by: sorts, in: snapshot)
                query.limit = limit
                let expected = reference.objects(of: query).map { $0["id"] ?? .null }
                #expect(try snapshot.fetch(query).map(\.id) == expected, "\(sorts), \(limit)")
            }
        }
        var query = try Self.query("true", by: "-level", in: snapshot)
        query.limit = 1
        let execution = try QueryExecution(query, in: snapshot.view)
        let index = try #require(execution.definition.indexes.first)
        let tree = snapshot.tree(of: index, execution.definition)
        let groups = try #require(LargeGroups(execution, index))
        #expect(groups.has(OrderKey.key(.int(2)), in: tree, RowWindow(query)))
        #expect(try groups.first(of: OrderKey.key(.int(2)), in: tree, RowWindow(query)) == nil)
        #expect(try groups.first(of: OrderKey.key(.int(0)), in: tree, RowWindow(query))?.count == 1)
    }
}
