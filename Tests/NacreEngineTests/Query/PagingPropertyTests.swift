import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Pages and streams return the results of a query over decoded objects, while data changes.
@Suite struct PagingPropertyTests {
    /// Returns a page's objects, and the start of the next page.
    private static func page(
        _ query: Query, _ source: some RecordSource
    ) throws -> (ids: [Value], next: SortKey?) {
        var ids: [Value] = []
        let next = try source.page(query) { ids.append(try source.id(of: $0)) }
        return (ids, next)
    }

    private static func checkPage(
        _ page: (ids: [Value], next: SortKey?), _ query: Query, _ model: QueryModel
    ) throws {
        var open = query
        open.limit = nil
        let rest = model.reference.objects(of: open)
        let expected = rest.prefix(query.limit ?? .max)
        try requireEqual(page.ids, expected.map { $0["id"] ?? .null }, "\(query)")
        var last: SortKey?
        if rest.count > expected.count, let object = expected.last {
            last = SortKey(
                values: QueryReference.keyNames(of: query.sorts).map { object[$0] ?? .null })
        }
        try requireEqual(page.next, last, "\(query)")
    }

    @Test func `pages continue where the last one ended, whatever changes between them`() {
        property("pages", runs: 150, QuerySession.sessions) { session in
            for asked in session.rounds[0].queries.prefix(3) {
                try Self.walkPages(of: asked.query, session)
            }
        }
    }

    private static func walkPages(of asked: Query, _ session: QuerySession) throws {
        let store = try TestStore()
        var model = QueryModel(session.attributes)
        try store.database.performChanges { changes in
            try session.define(changes)
            for object in session.rounds[0].changes { try model.change(changes, object) }
        }
        let first = model
        var query = asked
        query.limit = (asked.limit ?? 2) == 1 ? 1 : 2
        query.offset = 0
        query.after = nil
        var left = session.rounds.dropFirst().flatMap(\.changes)[...]
        var touched: Set<Value> = []
        var seen: [Value] = []
        repeat {
            let page = try Self.page(query, try store.database.snapshot())
            try checkPage(page, query, model)
            seen += page.ids
            query.after = page.next
            // All planned changes happen before the data runs out.
            let next = left.prefix(3)
            left = left.dropFirst(3)
            touched.formUnion(next.compactMap { $0["id"] })
            try store.database.performChanges { changes in
                for object in next { try model.change(changes, object) }
                if query.after != nil {
                    try checkPage(try Self.page(query, changes), query, model)
                }
            }
        } while query.after != nil
        // Each unchanged object was returned once.
        var all = query
        all.limit = nil
        let expected = first.reference.objects(of: all).compactMap { $0["id"] }
            .filter { !touched.contains($0) }
        try requireEqual(seen.filter { !touched.contains($0) }, expected, "\(asked)")
    }

    @Test func `a stream returns the same objects as a fetch`() {
        property("streams", runs: 150, QuerySession.sessions) { session in
            let store = try TestStore()
            var model = QueryModel(session.attributes)
            try store.database.performChanges { changes in
                try session.define(changes)
                for round in session.rounds {
                    for object in round.changes { try model.change(changes, object) }
                }
            }
            let snapshot = try store.database.snapshot()
            for (place, asked) in session.rounds.flatMap(\.queries).prefix(10).enumerated() {
                var stream = try RecordStream(asked.query, in: snapshot, rowsOfPass: 1 + place / 2)
                var ids: [Value] = []
                while !stream.isOver {
                    var count = 0
                    try stream.forEach(next: 1 + place % 3) { found, source in
                        ids.append(try source.id(of: found))
                        count += 1
                    }
                    try require(count == 1 + place % 3 || stream.isOver, "a short batch")
                }
                let expected = model.reference.objects(of: asked.query).map { $0["id"] ?? .null }
                try requireEqual(ids, expected, "\(asked)")
            }
        }
    }

    @Test func `a distant page is found by its key`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "City", attributes: QueryFixture.schema.attributes, id: "id",
                indexes: [["population"]])
            for id in 0..<3000 {
                let values = QueryFixture.schema.attributes.map { attribute -> Value in
                    switch attribute.name {
                    case "id": .int(Int64(id))
                    case "population": .int(Int64(id / 3))
                    case "name": .string("")
                    default: .null
                    }
                }
                try changes.insert(values, into: "City")
            }
        }
        let snapshot = try store.database.snapshot()
        let query = Query(
            entity: "City", sorts: [SortTerm("population", isAscending: false)], limit: 2,
            after: SortKey(values: [.int(4), .int(13)]))
        #expect(
            try snapshot.explain(query).description == """
                City: index on population, 15 of 3000 objects
                order: that of the index on population, descending, after a cursor
                """)
        #expect(try snapshot.fetch(query).map(\.id) == [.int(14), .int(9)])
        #expect(try snapshot.count(query) == 2)
        for wrong: [Value] in [[], [.int(4)], [.null, .int(3)], [.string("4"), .int(3)]] {
            var other = query
            other.after = SortKey(values: wrong)
            let error = #expect(throws: StoreError.self) { try snapshot.fetch(other) }
            #expect(error?.code == .invalidValue)
        }
    }
}
