import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Groups made from indexes equal those made from records.
@Suite struct IndexGroupTests {
    /// More than one processor takes at a time, so that processors share them.
    private static let count: Int64 = 40_000

    /// - Parameter name: Returns an object's name, by its id.
    private func withTowns(
        indexed: [String] = ["level", "area", "name"], count: Int64 = 2000,
        name: (Int64) -> String = { "n\($0 % 17)" }, _ body: (TestStore) throws -> Void
    ) throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "Town", attributes: ColumnTests.attributes(columnar: []), id: "id",
                indexes: indexed.map { NamedIndex([$0]) })
            for id in 0..<count {
                var values = ColumnTests.values(id)
                values[3] = .string(name(id))
                try changes.insert(values, into: "Town")
            }
            for id in stride(from: 3, to: count, by: 7) {
                try changes.delete(.int(id), from: "Town")
            }
        }
        try body(store)
    }

    private static let groupings: [(keys: [AttributePath], aggregates: [AggregateExpression])] = [
        (["name"], [.count, .sum("level"), .average("level"), .min("area"), .max("level")]),
        (["level"], [.count, .max("area")]), (["level"], []),
        ([], [.sum("level"), .min("area"), .count]),
    ]

    private static func bound(
        _ keys: [AttributePath], _ aggregates: [AggregateExpression], in source: some RecordSource
    ) throws -> (Grouping, BoundGrouping) {
        let grouping = Grouping(Query(entity: "Town"), by: keys, aggregates)
        let scope = FilterScope(try source.definition("Town").schema, .none)
        return (grouping, try BoundGrouping(grouping, in: scope))
    }

    private static func known(
        _ keys: [AttributePath], _ aggregates: [AggregateExpression], in source: some RecordSource,
        where filter: String = "true"
    ) throws -> [Group]? {
        let query = try ColumnTests.query(filter, in: source)
        let execution = try QueryExecution(query, in: source.view, isCounting: true)
        let (_, bound) = try bound(keys, aggregates, in: source)
        return try IndexGroups(bound, execution)?.groups()
    }

    private static func lines(_ groups: [Group]?) -> [[Value]]? {
        groups?.map { $0.key + $0.values }
    }

    @Test func `groups of many objects equal those from their records`() throws {
        var all: [[Group]] = []
        try withTowns(indexed: [], count: Self.count) { store in
            let snapshot = try store.database.snapshot()
            for (keys, aggregates) in Self.groupings {
                #expect(try Self.known(keys, aggregates, in: snapshot) == nil)
                all.append(try snapshot.groups(Self.bound(keys, aggregates, in: snapshot).0))
            }
        }
        try withTowns(count: Self.count) { store in
            let snapshot = try store.database.snapshot()
            for ((keys, aggregates), expected) in zip(Self.groupings, all) {
                let found = try Self.known(keys, aggregates, in: snapshot)
                #expect(Self.lines(found) == Self.lines(expected), "\(aggregates) by \(keys)")
            }
        }
    }

    @Test func `a pending change includes its own objects in groups from indexes`() throws {
        try withTowns { store in
            try store.database.performChanges { changes in
                let before = Self.lines(try Self.known(["level"], [.count], in: changes))
                try changes.insert([.int(-1), .int(99), .double(0), .string("n1")], into: "Town")
                let after = Self.lines(try Self.known(["level"], [.count], in: changes))
                #expect(before?.count == 24)
                #expect(after?.dropLast() == before?[...])
                #expect(after?.last == [.int(99), .int(1)])
            }
        }
    }

    @Test func `groups that indexes cannot answer are read from records`() throws {
        try withTowns { store in
            let snapshot = try store.database.snapshot()
            #expect(try Self.known(["name"], [.count], in: snapshot) != nil)
            // A filter, several keys, an order of additions, and too many groups.
            #expect(try Self.known(["name"], [.count], in: snapshot, where: "id > 7") == nil)
            #expect(try Self.known(["name", "level"], [.count], in: snapshot) == nil)
            #expect(try Self.known(["name"], [.sum("area")], in: snapshot) == nil)
            #expect(try Self.known(["area"], [.count], in: snapshot) == nil)
            #expect(try Self.known(["id"], [.count], in: snapshot) == nil)
        }
        // Long texts with the same beginning have one key.
        try withTowns(name: { "a long name \($0 % 3)" }) { store in
            let snapshot = try store.database.snapshot()
            #expect(try Self.known(["name"], [.count], in: snapshot) == nil)
            let grouping = try Self.bound(["name"], [.count], in: snapshot).0
            #expect(try snapshot.groups(grouping).count == 3)
        }
    }

    @Test func `two greatest integers with one key are distinguished`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            var attributes = ColumnTests.attributes(columnar: [])
            attributes[1] = AttributeSchema(
                id: AttributeID(2), name: "level", type: .scalar(.int64), isNullable: true)
            try changes.define(
                "Town", attributes: attributes, id: "id", indexes: [NamedIndex(["level"])])
            for (id, level) in [Int64.max, .max - 1, .min, 4].enumerated() {
                let id = Value.int(Int64(id))
                try changes.insert([id, .int(level), .double(0), .string("")], into: "Town")
            }
        }
        let snapshot = try store.database.snapshot()
        let groups = try snapshot.groups(Self.bound(["level"], [.count], in: snapshot).0)
        #expect(groups.map(\.key) == [.min, 4, .max - 1, .max].map { [.int($0)] })
        let most = try snapshot.groups(
            Self.bound([], [.max("level"), .min("level")], in: snapshot).0)
        #expect(most.map(\.values) == [[.int(.max), .int(.min)]])
    }
}
