import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The first objects of an order, and groups, by columns of numbers and of texts.
@Suite struct ColumnOrderTests {
    private static let count: Int64 = 1200

    /// Texts of all kinds: short and long ones with a common beginning, and equal ones with
    /// different spellings.
    private static let names = [
        "Rome", "", "K\u{212a}", "KK", "e\u{301}", "\u{e9}", "Frankfurt am Main",
        "Frankfurt an der Oder", "Frankfu", "Frankfur", "\u{1100}\u{1161}", "\u{ac00}", "Zz",
        "Berlin", "a\u{0}b",
    ]

    private static func values(_ id: Int64) -> [Value] {
        let area = id % 97 == 0 ? Double.nan : Double((id * 13) % 400) / 4 - 20
        return [
            .int(id), id % 11 == 0 ? .null : .int((id * 7) % 23 - 5), .double(area),
            .string(names[Int(id % 15)]),
        ]
    }

    private func withTowns(
        columnar: Set<String> = ["level", "area", "name"],
        _ body: (DatabaseSnapshot, QueryReference) throws -> Void
    ) throws {
        let store = try TestStore()
        let attributes = ColumnTests.attributes(columnar: columnar)
        var model: [[String: Value]] = []
        try store.database.performChanges { changes in
            try changes.define("Town", attributes: attributes, id: "id")
            for number in 0..<Self.count {
                // A permutation, so that the ids are unordered.
                let id = number * 1009 % Self.count
                try changes.insert(Self.values(id), into: "Town")
                if id % 13 == 5 {
                    try changes.delete(.int(id), from: "Town")
                } else {
                    let named = zip(attributes.map(\.name), Self.values(id))
                    model.append(Dictionary(uniqueKeysWithValues: named))
                }
            }
        }
        try body(store.database.snapshot(), QueryReference(objects: model))
    }

    @Test(arguments: [
        "level", "-level", "area", "-area", "name", "-name", "level, name", "-name, level",
        "-level, area, -name",
    ])
    func `the first objects are those of a full sort`(sorts: String) throws {
        try withTowns { snapshot, reference in
            let filters = ["true", "level > 3", "name >= \"F\" && id != 7", "name == \"KK\""]
            for (filter, limit) in zip(filters + filters, [1, 7, 40, 3, 300, 5, 1, .max]) {
                var query = try ColumnTests.query(filter, in: snapshot)
                let schema = try snapshot.definition("Town").schema
                query.filter = try BoundFilter(query.filter, schema: schema).filter
                query.sorts = try SortTerm.parse(sorts, schema: schema)
                query.limit = limit
                for offset in [0, 4] {
                    query.offset = offset
                    try Self.require(query, in: snapshot, reference)
                }
                query.after = try snapshot.page(query) { _ in }
                try Self.require(query, in: snapshot, reference)
            }
        }
    }

    private static func require(
        _ query: Query, in snapshot: DatabaseSnapshot, _ reference: QueryReference
    ) throws {
        let expected = reference.objects(of: query).map { $0["id"] ?? .null }
        let found = try snapshot.fetch(query).map(\.id)
        #expect(found == expected, "\(query.filter) by \(query.sorts), \(query.limit ?? -1)")
    }

    @Test func `few objects of many are read, and the plan gives the reason`() throws {
        try withTowns { snapshot, _ in
            var query = try ColumnTests.query("true", in: snapshot)
            query.sorts = [SortTerm("area", isAscending: false)]
            query.limit = 10
            let plan = try QueryExecution(query, in: snapshot.view).plan
            #expect(plan.description.contains("known by column area"), "\(plan)")
            query.sorts.insert(SortTerm("id"), at: 0)
            let other = try QueryExecution(query, in: snapshot.view).plan
            #expect(!other.description.contains("known by column"), "\(other)")
        }
    }

    @Test func `groups from columns equal those from records`() throws {
        let groupings: [([AttributePath], [AggregateExpression])] = [
            (["level"], [.count, .sum("area"), .max("level")]),
            (["name"], [.count, .sum("level"), .average("area"), .min("area")]),
            (["name", "level"], [.max("area"), .count]), (["area"], [.count]),
            (["level", "area", "name"], []),
        ]
        let filters = ["true", "level > 3", "name == \"KK\"", "area < 0 && level != nil"]
        let asked = filters.flatMap { filter in groupings.map { (filter, $0) } }
        var known: [[Group]] = []
        try withTowns { snapshot, _ in
            for (filter, item) in asked {
                let query = try ColumnTests.query(filter, in: snapshot)
                let grouping = Grouping(query, by: item.0, item.1)
                #expect(try Self.isKnown(grouping, in: snapshot), "\(item) where \(filter)")
                known.append(try snapshot.groups(grouping))
            }
        }
        try withTowns(columnar: []) { snapshot, _ in
            for ((filter, item), groups) in zip(asked, known) {
                let query = try ColumnTests.query(filter, in: snapshot)
                let others = try snapshot.groups(Grouping(query, by: item.0, item.1))
                Self.expectSame(groups, others, "\(item) where \(filter)")
            }
        }
    }

    /// Returns whether columns can answer the grouping.
    private static func isKnown(_ grouping: Grouping, in snapshot: DatabaseSnapshot) throws -> Bool
    {
        let execution = try QueryExecution(grouping.query, in: snapshot.view, isCounting: true)
        let scope = FilterScope(execution.definition.schema, .none)
        return try execution.columnGroups(BoundGrouping(grouping, in: scope)) != nil
    }

    private static func expectSame(_ one: [Group], _ other: [Group], _ text: String) {
        let isSame =
            one.count == other.count
            && zip(one, other).allSatisfy { first, second in
                zip(first.key + first.values, second.key + second.values).allSatisfy {
                    AggregateReference.areSame($0, $1)
                }
            }
        #expect(isSame, "\(text): \(one) and \(other)")
    }

    @Test func `mostly long texts are grouped by their records`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "Town", attributes: ColumnTests.attributes(columnar: ["name"]), id: "id")
            for id in 0..<Self.count {
                let name = Value.string("a long name \(id % 5)")
                try changes.insert([.int(id), .null, .double(0), name], into: "Town")
            }
        }
        let snapshot = try store.database.snapshot()
        let grouping = Grouping(Query(entity: "Town"), by: ["name"], [.count])
        #expect(try !Self.isKnown(grouping, in: snapshot))
        let expected = Value.int(Self.count / 5)
        #expect(
            try snapshot.groups(grouping).flatMap(\.values) == Array(repeating: expected, count: 5))
    }
}
