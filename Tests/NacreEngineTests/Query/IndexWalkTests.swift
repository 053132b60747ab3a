import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The number of entries that a walk along an index visits.
@Suite struct IndexWalkTests {
    /// Towns with an index on their level: 64 have level 0, 100 have 1, one has 2, and so on. From
    /// either end, the first group just fills a block.
    private static let sizes = [64, 100, 1, 30, 1, 1, 65, 3, 64]

    private func withTowns(_ body: (DatabaseSnapshot) throws -> Void) throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "Town", attributes: ColumnTests.attributes(columnar: []), id: "id",
                indexes: [NamedIndex(["level"])])
            var id: Int64 = 0
            for (level, size) in Self.sizes.enumerated() {
                for _ in 0..<size {
                    try changes.insert(
                        [.int(id), .int(Int64(level)), .double(0), .string("")], into: "Town")
                    id += 1
                }
            }
        }
        try body(store.database.snapshot())
    }

    @Test(arguments: [true, false])
    func `a walk visits the wanted entries and those with equal keys, and no more`(
        isAscending: Bool
    ) throws {
        try withTowns { snapshot in
            let sizes = isAscending ? Self.sizes : Self.sizes.reversed()
            for limit in 1...sizes.reduce(0, +) {
                let query = Query(
                    entity: "Town", sorts: [SortTerm("level", isAscending: isAscending)],
                    limit: limit)
                let execution = try QueryExecution(query, in: snapshot.view)
                let index = try #require(execution.definition.indexes.first)
                var walk = try IndexWalk(
                    execution, index, [KeyRange(lower: 0, upper: .max)], isAscending: isAscending,
                    RowWindow(query), visitsMax: 1000)
                var count = 0
                try walk.run { _ in
                    count += 1
                    return true
                }
                // All objects with the last one's key.
                var needed = 0
                for size in sizes where needed < limit { needed += size }
                #expect(count == limit)
                #expect(1000 - walk.visitsLeft == needed, "\(limit)")
            }
        }
    }

    @Test func `a walk gives up if it may not visit enough entries`() throws {
        try withTowns { snapshot in
            let query = Query(entity: "Town", sorts: [SortTerm("level")], limit: 165)
            let execution = try QueryExecution(query, in: snapshot.view)
            let isEnough = try execution.walk(RowWindow(query), visitsMax: 165) { _ in true }
            let isTooLittle = try execution.walk(RowWindow(query), visitsMax: 63) { _ in true }
            #expect(isEnough && !isTooLittle)
        }
    }

    @Test(arguments: [true, false])
    func `an index of two attributes has the order of the second if the first is fixed`(
        isAscending: Bool
    ) throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "Town", attributes: ColumnTests.attributes(columnar: []), id: "id",
                indexes: [NamedIndex(["level", "name"]), NamedIndex(["name"])])
            for id in 0..<Int64(2000) {
                let name = Value.string("n\(id * 7919 % 500)")
                try changes.insert([.int(id), .int(id % 4), .double(0), name], into: "Town")
            }
        }
        let snapshot = try store.database.snapshot()
        let schema = try snapshot.schema(of: "Town")
        for (filter, isWalk) in [
            ("level == 2", true), ("level == 2 && id > 100", true), ("level >= 2", false),
        ] {
            let query = Query(
                entity: "Town", filter: try FilterParser.parse(filter, schema: schema),
                sorts: [SortTerm("name", isAscending: isAscending)], limit: 10)
            let execution = try QueryExecution(query, in: snapshot.view)
            if case .walk(let index, _) = execution.plan.order {
                #expect((index.attributes.count == 2) == isWalk, "\(filter)")
            } else {
                #expect(!isWalk, "\(filter)")
            }
            var all = query
            all.limit = nil
            let found = try snapshot.fetch(query).map(\.values)
            try #require(found.count == 10)
            #expect(found == (try snapshot.fetch(all).prefix(10).map(\.values)), "\(filter)")
        }
    }
}
