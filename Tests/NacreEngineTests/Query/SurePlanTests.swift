import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Plans that need no cost estimate, because no plan can be cheaper.
@Suite struct SurePlanTests {
    private func withTowns(
        indexes: [NamedIndex], columnar: Set<String> = [], _ body: (DatabaseSnapshot) throws -> Void
    ) throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "Town", attributes: ColumnTests.attributes(columnar: columnar), id: "id",
                indexes: indexes)
            for id in 0..<Int64(3000) { try changes.insert(ColumnTests.values(id), into: "Town") }
        }
        try body(store.database.snapshot())
    }

    private func execution(
        _ filter: String, by sorts: String, limit: Int?, in snapshot: DatabaseSnapshot
    ) throws -> QueryExecution {
        var query = try ColumnTests.query(filter, in: snapshot)
        query.sorts = try SortTerm.parse(sorts, schema: snapshot.definition("Town").schema)
        query.limit = limit
        return try QueryExecution(query, in: snapshot.view)
    }

    private static let ofOneEach = ["level", "area", "name"].map { NamedIndex([$0]) }

    private static let cases: [(filter: String, sorts: String, limit: Int?, isSure: Bool)] = [
        ("level > 3", "level", 20, true), ("level > 3", "-level, name", 20, true),
        ("level > 3 && level != 7", "level", 20, false), ("level > 3", "-level", 0, true),
        ("name.hasPrefix(\"town 1\")", "name", 20, true), ("id > 7", "id", 20, true),
        ("level > 3 && area > 0", "level", 20, false), ("level > 3", "area", 20, false),
        ("level > 3", "level", nil, false), ("level > 3", "level", 2000, false),
        ("level > 3 || level < 2", "level", 20, false), ("true", "level", 20, false),
    ]

    @Test func `a few rows that one index finds in order are walked without a count`() throws {
        try withTowns(indexes: Self.ofOneEach) { snapshot in
            for (filter, sorts, limit, isSure) in Self.cases {
                let plan = try execution(filter, by: sorts, limit: limit, in: snapshot).plan
                #expect((plan.candidateCount == nil) == isSure, "\(filter) by \(sorts): \(plan)")
                if isSure, case .sort = plan.order {
                    Issue.record("a sure plan walks: \(plan)")
                }
            }
        }
    }

    @Test func `an explanation counts nevertheless`() throws {
        try withTowns(indexes: Self.ofOneEach) { snapshot in
            let sure = try execution("level > 3", by: "level", limit: 20, in: snapshot)
            #expect(sure.plan.description.hasPrefix("Town: index on level, 3000 objects\n"))
            let count = try #require(sure.explainedPlan().candidateCount)
            let compared = try execution("level > 3", by: "level", limit: 2000, in: snapshot)
            #expect(count == compared.plan.candidateCount)
            var all = sure.query
            all.limit = nil
            #expect(try count == snapshot.fetch(all).count)
            #expect(sure.explainedPlan().description.contains("\(count) of 3000 objects"))
        }
    }

    @Test func `another index may be better if keys tie`() throws {
        let both = Self.ofOneEach + [NamedIndex(["name", "level"])]
        try withTowns(indexes: both) { snapshot in
            let text = try execution(
                "name == \"town 1234\"", by: "name", limit: 20, in: snapshot)
            #expect(text.plan.candidateCount != nil)
            let number = try execution("level == 3", by: "level", limit: 20, in: snapshot)
            #expect(number.plan.candidateCount == nil)
        }
    }

    @Test func `a page after a cursor also needs no count, unless nothing is left`() throws {
        try withTowns(indexes: Self.ofOneEach) { snapshot in
            var query = try execution("level > 3", by: "level", limit: 20, in: snapshot).query
            query.after = try snapshot.page(query) { _ in }
            #expect(try QueryExecution(query, in: snapshot.view).plan.candidateCount == nil)
            query.filter = try ColumnTests.query("level < 4", in: snapshot).filter
            #expect(try QueryExecution(query, in: snapshot.view).plan.candidateCount == 0)
        }
    }

    @Test func `columns make scanning past everything cheaper`() throws {
        try withTowns(indexes: Self.ofOneEach, columnar: ["area"]) { snapshot in
            let few = try execution("level > 3", by: "level", limit: 10, in: snapshot)
            let more = try execution("level > 3", by: "level", limit: 20, in: snapshot)
            #expect(few.plan.candidateCount == nil && more.plan.candidateCount != nil)
        }
    }
}
