import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// The answer equals that of reading every object, whatever indexes there are and whichever plan is
/// chosen.
@Suite struct PlannedQueryTests {
    /// The plans seen, so that the test fails if it no longer covers them all.
    private final class Kinds: Sendable {
        let seen = Mutex<Set<String>>([])
        let queryCount = Mutex(0)

        func add(_ plan: QueryPlan) {
            let access =
                switch plan.access {
                case .nothing: "nothing"
                case .everything: "everything"
                case .columns: "columns"
                case .ranges(let index, _): index.attributes.count > 1 ? "composite" : "ranges"
                case .rows: "rows"
                case .intersection: "intersection"
                case .union: "union"
                }
            let order =
                switch plan.order {
                case .walk(_, let isAscending): isAscending ? "walk" : "walk back"
                case .sort: "sort"
                }
            let isCounted = plan.candidateCount == nil ? "uncounted" : "counted"
            seen.withLock { $0.formUnion([access, order, isCounted]) }
        }
    }

    @Test func `a query finds the same objects as a scan, in the same order`() {
        let kinds = Kinds()
        let runs = 10_000 / (QuerySession.rounds * QuerySession.queriesPerRound) + 1
        property("plans", runs: runs, QuerySession.sessions) { session in
            let store = try TestStore()
            try store.database.performChanges { try session.define($0) }
            var held:
                [(snapshot: DatabaseSnapshot, model: QueryModel, asked: QuerySession.Asked?)] = []
            var model = QueryModel(session.attributes)
            for round in session.rounds {
                try store.database.performChanges { changes in
                    for object in round.changes { try model.change(changes, object) }
                    for asked in round.queries where asked.isWithinChange {
                        try Self.check(asked, model, changes, kinds)
                    }
                }
                let snapshot = try store.database.snapshot()
                for asked in round.queries where !asked.isWithinChange {
                    try Self.check(asked, model, snapshot, kinds)
                }
                held.append((snapshot, model, round.queries.last))
            }
            // Snapshots taken before the last changes are unchanged.
            for (snapshot, model, asked) in held.dropLast() {
                try model.requireContents(of: snapshot)
                if let asked { try Self.check(asked, model, snapshot, kinds) }
            }
        }
        // Plans that are chosen rarely have their own tests.
        let often: Set = [
            "nothing", "everything", "columns", "ranges", "intersection", "walk", "walk back",
            "sort", "counted", "uncounted",
        ]
        #expect(kinds.seen.withLock { $0.isSuperset(of: often) })
        #expect(kinds.queryCount.withLock { $0 } >= Scale.count(10_000))
    }

    @Test(arguments: [
        ("population == 3 && level == 2", "(index on level) and (index on population)"),
        ("population == 3 || level == 2", "(index on population) or (index on level)"),
    ])
    func `two indexes are combined if that is cheaper`(text: String, access: String) throws {
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

    private static func check(
        _ asked: QuerySession.Asked, _ model: QueryModel, _ source: some RecordSource,
        _ kinds: Kinds
    ) throws {
        kinds.queryCount.withLock { $0 += 1 }
        let expected = model.reference.objects(of: asked.query).map { $0["id"] ?? .null }
        let execution = try QueryExecution(asked.query, in: source.view, costs: asked.costs)
        kinds.add(execution.plan)
        var ids: [Value] = []
        try execution.run { found in
            ids.append(try source.id(of: found))
            return true
        }
        try requireEqual(ids, expected, "\(asked)\n\(execution.plan)")
        let counting = try QueryExecution(
            asked.query, in: source.view, isCounting: true, costs: asked.costs)
        kinds.add(counting.plan)
        try requireEqual(try counting.count(), expected.count, "count of \(asked)")
        try requireEqual(try execution.count(), expected.count, "count of \(asked)")
    }
}
