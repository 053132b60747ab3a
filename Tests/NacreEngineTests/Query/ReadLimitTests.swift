import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Reads that are stopped before they are complete.
@Suite struct ReadLimitTests {
    private static let count: Int64 = 2000

    /// Makes a snapshot in which `level` has an index, `size` a column, and `text` neither.
    private static func snapshot() throws -> DatabaseSnapshot {
        let types: [(name: String, type: StoredType)] = [
            ("id", .scalar(.int64)), ("level", .scalar(.int64)), ("size", .scalar(.int64)),
            ("text", .string),
        ]
        let attributes = types.enumerated().map { place, attribute in
            AttributeSchema(
                id: AttributeID(UInt32(place + 1)), name: attribute.name, type: attribute.type,
                isNullable: false, isColumnar: attribute.name == "size")
        }
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define("Town", attributes: attributes, id: "id", indexes: [["level"]])
            for id in 0..<count {
                try changes.insert(
                    [.int(id), .int(id % 50), .int(id), .string("town \(id)")], into: "Town")
            }
        }
        return try store.database.snapshot()
    }

    private static let filters: [FilterExpression] = [
        .all, .comparison("text", .notEqual, .string("a")),
        .comparison("level", .less, .int(40)), .comparison("size", .greater, .int(5)),
    ]

    private static let sorts: [[SortTerm]] = [[], [SortTerm("text")], [SortTerm("level")]]

    /// Returns all ways to read the results of a query.
    private static func readings(_ query: Query) -> [(DatabaseSnapshot) throws -> Void] {
        [
            { try $0.forEachRecord(query) { _ in true } },
            { _ = try $0.aggregate([.sum("size")], query) },
            { _ = try $0.groups(Grouping(query, by: ["text"])) },
            { _ = try $0.distinct("text", query) },
            { snapshot in
                var stream = try RecordStream(query, in: snapshot)
                while !stream.isOver { try stream.forEach(next: 100) { _, _ in } }
            },
        ]
    }

    private static func code(_ body: () throws -> Void) -> StoreError.Code? {
        do { try body() } catch { return (error as? StoreError)?.code }
        return nil
    }

    @Test func `no read continues beyond its limit`() throws {
        let snapshot = try Self.snapshot()
        let cancelled = ReadLimit(deadline: nil)
        cancelled.cancel()
        let late = ReadLimit(deadline: .now - .seconds(1))
        let inTime = ReadLimit(deadline: .now + .seconds(3600))
        for filter in Self.filters {
            for sorts in Self.sorts {
                let query = Query(entity: "Town", filter: filter, sorts: sorts)
                for (place, read) in Self.readings(query).enumerated() {
                    let comment = Comment("\(filter), \(sorts), \(place)")
                    let codes = [cancelled, late].map { limit in
                        Self.code { try read(snapshot.limited(by: limit)) }
                    }
                    #expect(codes == [.cancelled, .deadlineExceeded], comment)
                    try read(snapshot.limited(by: inTime))
                    try read(snapshot)
                }
            }
        }
    }

    @Test func `counting by a scan and by a column also stops at the limit`() throws {
        let limit = ReadLimit(deadline: nil)
        limit.cancel()
        let snapshot = try Self.snapshot()
        for filter in [Self.filters[1], Self.filters[3]] {
            let query = Query(entity: "Town", filter: filter)
            #expect(try snapshot.count(query) > 0)
            let code = Self.code { _ = try snapshot.limited(by: limit).count(query) }
            #expect(code == .cancelled)
        }
    }

    @Test(arguments: filters.indices, sorts.indices)
    func `a cancelled read stops within a block`(filter: Int, sort: Int) throws {
        let limit = ReadLimit(deadline: nil)
        let snapshot = try Self.snapshot().limited(by: limit)
        let query = Query(
            entity: "Town", filter: Self.filters[filter], sorts: Self.sorts[sort])
        var count = 0
        let code = Self.code {
            var stream = try RecordStream(query, in: snapshot)
            while !stream.isOver {
                try stream.forEach(next: 16) { _, _ in
                    count += 1
                    if count == 100 { limit.cancel() }
                }
            }
        }
        #expect(code == .cancelled)
        #expect(count < 200)
    }
}
