import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// A snapshot that counts the records read through it.
private struct CountingSource: RecordSource {
    let snapshot: DatabaseSnapshot
    let reads = Reads()

    final class Reads: Sendable {
        let count = Mutex(0)
    }

    var view: StoreView { StoreView(self) }
    var catalog: Catalog { snapshot.catalog }
    var idKey: IDKey { snapshot.idKey }
    func roots(of entity: EntityNumber) -> EntityRoots { snapshot.roots(of: entity) }
    func tree(_ slot: Int) -> Tree { snapshot.tree(slot) }
    func bytes(at position: Position) -> ByteView? {
        reads.count.withLock { $0 += 1 }
        return snapshot.bytes(at: position)
    }
    var checkedRows: CheckedRows? { snapshot.checkedRows }
    func isChecked(_ segment: SegmentNumber) -> Bool { snapshot.isChecked(segment) }
    func path(of segment: SegmentNumber) -> String { snapshot.path(of: segment) }
}

/// Answers that an index contains are not looked up in records.
@Suite struct IndexAnswerTests {
    /// Returns names, twenty of which share a key.
    private static func name(_ id: Int) -> String { "n\(1000 + id / 20) of many, \(id % 20 + 10)" }

    /// Calls `body` with 2000 objects, and a function that checks the number of records that a call
    /// of it reads.
    private func withCities(
        _ body: ((_ reads: ClosedRange<Int>, (any RecordSource) throws -> Void) throws -> Void)
            throws -> Void
    ) throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try changes.define(
                    "City", attributes: QueryFixture.schema.attributes, id: "id",
                    indexes: [["population"], ["name"], ["level"], ["area"]])
                for id in 0..<2000 {
                    let values = QueryFixture.schema.attributes.map { attribute -> Value in
                        switch attribute.name {
                        case "id": .int(Int64(id))
                        case "population": .int(Int64(id * 3))
                        case "name": .string(Self.name(id))
                        case "level": .int(Int64(id % 5))
                        case "area": id % 2 == 0 ? .double(.nan) : .double(Double(id))
                        default: .null
                        }
                    }
                    try changes.insert(values, into: "City")
                }
            }
            let snapshot = try store.database.snapshot()
            try body { reads, ask in
                let source = CountingSource(snapshot: snapshot)
                try ask(source)
                let count = source.reads.count.withLock { $0 }
                #expect(reads.contains(count), "\(count) records were read")
            }
        }
    }

    private func query(_ text: String) throws -> Query {
        Query(entity: "City", filter: text.isEmpty ? .all : try QueryFixture.parse(text))
    }

    @Test func `V33 the least and the greatest value take two records`() throws {
        try withCities { reading in
            try reading(1...4) { source in
                let all = Query(entity: "City")
                let values = try source.aggregate([.min("population"), .max("population")], all)
                #expect(values == [.int(0), .int(5997)])
            }
            try reading(1...2) { source in
                let some = try query("population in 30..<60")
                #expect(try source.aggregate([.max("population")], some) == [.int(57)])
            }
            // Past NaN, which comes after all numbers.
            try reading(1...2) { source in
                let values = try source.aggregate([.max("area")], Query(entity: "City"))
                #expect(values == [.double(1999)])
            }
            try reading(5...5) { source in
                let levels = try source.distinct("level", Query(entity: "City"))
                #expect(levels == (0..<5).map { .int($0) })
            }
        }
    }

    @Test(arguments: [
        ("", 2000, 0), ("population >= 300", 1900, 0), ("level in [1, 3]", 800, 0),
        ("population < 300 || level == 4", 480, 0), ("level == nil", 0, 0),
        // Only texts that share a bound's first seven bytes are read.
        ("name >= `0`", 1995, 20), ("name > `0`", 1994, 20), ("name < `1`", 1233, 20),
        ("name in `0`..<`1`", 1228, 40), ("name in `0`...`0`", 1, 20),
        ("!(name < `1`)", 767, 2000),
    ])
    func `V33 counting reads only the records whose keys tie`(
        text: String, count: Int, reads: Int
    ) throws {
        let names = [5, 1233].map { "\"\(Self.name($0))\"" }
        let filter = text.replacing("`0`", with: names[0]).replacing("`1`", with: names[1])
        try withCities { reading in
            try reading(reads...reads) { source in
                let found = try source.count(query(filter))
                #expect(found == count)
            }
            try reading(reads...reads) { source in
                let counted = try source.aggregate([.count], query(filter))
                #expect(counted == [.int(Int64(count))])
            }
        }
    }

    @Test func `a page reads only its own objects, wherever it is`() throws {
        try withCities { reading in
            for place in [0, 1000, 1900] {
                var query = Query(
                    entity: "City", sorts: [SortTerm("population")], limit: 10,
                    after: SortKey(values: [.int(Int64(place * 3)), .int(Int64(place))]))
                // The object of the cursor, the page, and one more to know whether there is another
                // page.
                try reading(10...13) { source in
                    var ids: [Value] = []
                    let next = try source.page(query) { ids.append(try source.id(of: $0)) }
                    #expect(ids == (place + 1...place + 10).map { .int(Int64($0)) })
                    #expect(next?.values.last == .int(Int64(place + 10)))
                }
                // Ties are sorted by the records, which are read a block at a time.
                query.sorts = [SortTerm("name", isAscending: false)]
                query.after = SortKey(values: [.string(Self.name(place + 50)), .int(7)])
                try reading(10...100) { _ = try $0.page(query) { _ in } }
            }
        }
    }
}
