import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Columns answer as records do, whatever happens to the objects.
@Suite struct ColumnTests {
    static let count: Int64 = 1000

    static func attributes(columnar: Set<String> = ["level", "area"]) -> [AttributeSchema] {
        let all: [(name: String, type: StoredType, isNullable: Bool)] = [
            ("id", .scalar(.int64), false), ("level", .scalar(.int32), true),
            ("area", .scalar(.double), false), ("name", .string, false),
        ]
        return all.enumerated().map { place, attribute in
            AttributeSchema(
                id: AttributeID(UInt32(place + 1)), name: attribute.name, type: attribute.type,
                isNullable: attribute.isNullable, isColumnar: columnar.contains(attribute.name))
        }
    }

    static func values(_ id: Int64, _ round: Int64 = 0) -> [Value] {
        let level: Value = id % 11 == 0 ? .null : .int((id * 7 + round) % 23 - 5)
        let area = id % 97 == 0 ? Double.nan : Double((id * 13 + round * 5) % 400) / 4 - 20
        return [.int(id), level, .double(area), .string("town \(id)")]
    }

    static func fill(_ store: TestStore) throws {
        try store.database.performChanges { changes in
            try changes.define("Town", attributes: attributes(), id: "id")
            for id in 0..<count { try changes.insert(values(id), into: "Town") }
        }
    }

    static func query(_ text: String, in source: some RecordSource) throws -> Query {
        let definition = try source.definition("Town")
        return Query(
            entity: "Town", filter: try FilterParser.parse(text, schema: definition.schema))
    }

    static let filters = [
        "level == 3", "level == nil", "level != nil && area < 0", "area >= 10.5 && level <= 2",
        "level == 1 || area > 70", "level in [1, 2, 17]", "area == 0", "area != 0",
        "level > 3 && level < 3", "area > 20 && name.hasPrefix(\"town 1\")", "!(level == 3)",
        "level >= -5 && level <= 17 && area <= 1000",
    ]

    /// Requires the answer that reading every record of the same snapshot gives.
    static func require(_ text: String, in snapshot: DatabaseSnapshot) throws {
        let query = try query(text, in: snapshot)
        let schema = try snapshot.definition("Town").schema
        let bound = try BoundFilter(query.filter, schema: schema)
        var expected: [Int64] = []
        try snapshot.forEach(in: "Town") { object in
            let values = Dictionary(
                uniqueKeysWithValues: zip(schema.attributes.map(\.name), object.values))
            if ReferenceEvaluator(values: values).holds(bound.filter),
                case .int(let id) = object.id
            {
                expected.append(id)
            }
            return true
        }
        var found: [Int64] = []
        try snapshot.forEach(query) { object in
            if case .int(let id) = object.id { found.append(id) }
            return true
        }
        #expect(found.sorted() == expected.sorted(), "\(text)")
        #expect(try snapshot.count(query) == expected.count, "\(text)")
    }

    @Test(arguments: [false, true])
    func `columns and records give the same results, also after changes`(reopened: Bool) throws {
        let store = try TestStore()
        try Self.fill(store)
        if reopened {
            _ = try store.database.checkpoint()
            try store.reopen()
        }
        var held = [try store.database.snapshot()]
        for round in 1...3 as ClosedRange<Int64> {
            for filter in Self.filters { try Self.require(filter, in: held[held.count - 1]) }
            try store.database.performChanges { changes in
                for id in stride(from: round, to: Self.count, by: 37) {
                    try changes.save(Self.values(id, round), in: "Town")
                }
                for id in stride(from: round * 5, to: Self.count, by: 101) {
                    try changes.delete(.int(id), from: "Town")
                }
                for id in 0..<40 as Range<Int64> {
                    let new = Self.count * round + id
                    try changes.insert(Self.values(new, round), into: "Town")
                }
            }
            held.append(try store.database.snapshot())
        }
        _ = try store.database.compact()
        held.append(try store.database.snapshot())
        // Old and new snapshots alternate: each has its own leaves.
        for _ in 0..<2 {
            for snapshot in held {
                for filter in Self.filters { try Self.require(filter, in: snapshot) }
            }
        }
    }

    @Test func `a column belongs to an entity, and stays if other columns come or go`() throws {
        let store = try TestStore()
        try Self.fill(store)
        try Self.require("level == 3", in: store.database.snapshot())
        try store.database.performChanges { changes in
            try changes.redefine("Town", attributes: Self.attributes(columnar: ["level"]))
        }
        try Self.expect("level > 3 && area < 0", "column level", in: store)
        try store.database.performChanges { changes in
            try changes.redefine("Town", attributes: Self.attributes())
        }
        try Self.expect("level > 3 && area < 0", "columns level, area", in: store)
        try store.reopen()
        try Self.expect("level > 3 && area < 0", "columns level, area", in: store)
    }

    private static func expect(_ text: String, _ access: String, in store: TestStore) throws {
        let snapshot = try store.database.snapshot()
        try require(text, in: snapshot)
        let plan = try QueryExecution(query(text, in: snapshot), in: snapshot.view).plan
        #expect(plan.description.hasPrefix("Town: \(access), "), "\(plan)")
    }

    @Test func `sums and extremes from columns equal those from records`() throws {
        let store = try TestStore()
        try Self.fill(store)
        let aggregates: [AggregateExpression] = [
            .count, .sum("level"), .average("level"), .min("level"), .max("level"), .sum("area"),
            .min("area"), .max("area"),
        ]
        for filter in ["true", "level > 3", "area < 0 && level != nil", "level == nil"] {
            let snapshot = try store.database.snapshot()
            let query = try Self.query(filter, in: snapshot)
            // With a name in the filter, records must be read as well.
            let asking = try Self.query("(\(filter)) && name != \"\"", in: snapshot)
            #expect(try Self.isKnown(query, in: snapshot))
            #expect(try !Self.isKnown(asking, in: snapshot))
            let found = try snapshot.aggregate(aggregates, query)
            let expected = try snapshot.aggregate(aggregates, asking)
            #expect(found == expected, "\(filter)")
            for aggregate in aggregates {
                let alone = try snapshot.aggregate([aggregate], query)
                let other = try snapshot.aggregate([aggregate], asking)
                #expect(alone[0] == other[0], "\(aggregate) where \(filter)")
            }
        }
    }

    /// Returns whether columns can answer the aggregates of a query.
    private static func isKnown(_ query: Query, in snapshot: DatabaseSnapshot) throws -> Bool {
        let execution = try QueryExecution(query, in: snapshot.view, isCounting: true)
        return try execution.columnGroups(BoundGrouping([])) != nil
    }

    @Test func `two integers with one key are not confused`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            let wide = AttributeSchema(
                id: AttributeID(2), name: "wide", type: .scalar(.int64), isNullable: false,
                isColumnar: true)
            try changes.define("Town", attributes: [Self.attributes()[0], wide], id: "id")
            try changes.insert([.int(1), .int(.max - 1)], into: "Town")
            try changes.insert([.int(2), .int(5)], into: "Town")
        }
        let snapshot = try store.database.snapshot()
        let most = try snapshot.aggregate([.max("wide")], Query(entity: "Town"))
        #expect(most == [.int(.max - 1)])
        let none = try Self.query("wide == 9223372036854775807", in: snapshot)
        #expect(try snapshot.count(none) == 0)
    }

    @Test func `a change reads records, which it may have written itself`() throws {
        let store = try TestStore()
        try Self.fill(store)
        try store.database.performChanges { changes in
            try changes.update(Self.values(5, 1), of: "Town")
            let query = try Self.query("level == 3", in: changes)
            guard case .everything = try QueryExecution(query, in: changes.view).plan.access else {
                return #expect(Bool(false), "row tables change while a change reads them")
            }
        }
    }

    @Test func `an index with few objects is preferred to a column`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "Town", attributes: Self.attributes(), id: "id", indexes: [["level"]])
            for id in 0..<Self.count { try changes.insert(Self.values(id), into: "Town") }
        }
        let snapshot = try store.database.snapshot()
        let query = try Self.query("area > 0 && id == 7", in: snapshot)
        guard case .ranges = try QueryExecution(query, in: snapshot.view).plan.access else {
            return #expect(Bool(false), "one object has the id")
        }
    }

    @Test(arguments: [StoredType.json, .array(of: .int32)])
    func `values without an order cannot have a column`(type: StoredType) throws {
        let store = try TestStore()
        let error = #expect(throws: StoreError.self) {
            try store.database.performChanges { changes in
                let tags = AttributeSchema(
                    id: AttributeID(2), name: "tags", type: type, isNullable: false,
                    isColumnar: true)
                try changes.define("Town", attributes: [Self.attributes()[0], tags], id: "id")
            }
        }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'tags'") == true)
    }

    @Test func `threads that build columns at the same time find the same objects`() async throws {
        let store = try TestStore()
        try Self.fill(store)
        let snapshot = try store.database.snapshot()
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for filter in Self.filters { try Self.require(filter, in: snapshot) }
                }
            }
            try await group.waitForAll()
        }
    }
}
