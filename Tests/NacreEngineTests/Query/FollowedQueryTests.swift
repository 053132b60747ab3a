import NacreFormat
import NacreSearch
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Answers that are kept up to date by the objects that commits have touched, compared with queries
/// that run again.
@Suite struct FollowedQueryTests {
    private static func query(
        _ filter: String, _ sorts: String, limit: Int? = nil, in source: some DatabaseReader
    ) throws -> Query {
        let schema = try source.schema(of: CityEntity.name)
        return Query(
            entity: CityEntity.name, filter: try FilterParser.parse(filter, schema: schema),
            sorts: sorts.isEmpty ? [] : try SortTerm.parse(sorts, schema: schema), limit: limit)
    }

    /// Changes, deletes and inserts some objects, some of these in rows that were free.
    private static func change(
        _ database: Database, _ random: inout SplitMix64, _ next: inout Int64, count: Int
    ) throws {
        try database.performChanges { changes in
            for _ in 0..<count {
                let id = Int64(random.next(upTo: UInt64(next - 1)))
                let names = ["a", "b", "caf\u{e9}", "cafe\u{301}", "a long name, and \(id % 3)"]
                let values = CityEntity.values(
                    id, names[Int(random.next(upTo: 4))],
                    population: Int64(random.next(upTo: 20)))
                switch random.next(upTo: 5) {
                case 0: _ = try changes.delete(.int(id), from: CityEntity.name)
                case 5:
                    // An unchanged object in another row.
                    guard let same = try changes.find(.int(id), in: CityEntity.name) else { break }
                    try changes.delete(.int(id), from: CityEntity.name)
                    try changes.insert(same.values, into: CityEntity.name)
                case 1:
                    next += 1
                    try changes.save(
                        CityEntity.values(next, "a", population: 7), in: CityEntity.name)
                default: try changes.save(values, in: CityEntity.name)
                }
            }
        }
    }

    /// Returns a store without cities, whose names are searched.
    private static func searchedStore() throws -> TestStore {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try CityEntity.define(in: changes)
            try changes.redefine(
                CityEntity.name, attributes: CityEntity.attributes, searches: [.words(["name"])])
        }
        return store
    }

    /// Returns the rows that the next commits of a feed have touched.
    private static func touched(_ feed: CommitFeed) throws -> Set<RowNumber> {
        var touched: Set<RowNumber> = []
        while let commit = try feed.next() {
            for change in commit.changes + commit.moves { touched.formUnion(change.rows) }
        }
        return touched
    }

    private static func rows(_ query: Query, _ snapshot: DatabaseSnapshot) throws -> [RowNumber] {
        var rows: [RowNumber] = []
        try snapshot.forEachRecord(query) { found in
            rows.append(found.row)
            return true
        }
        return rows
    }

    @Test(arguments: [
        ("true", ""), ("population < 10", "-population"), ("population >= 5", "name, -population"),
        ("name == \"caf\u{e9}\" || population == 3", "population"), ("false", "name"),
        ("search(\"long\") && population > 3", "population"),
        ("!search(\"cafe OR b\") || population == 3", "-name"),
    ])
    func `a result that is kept up to date equals a new one`(filter: String, sorts: String) throws {
        let store = try Self.searchedStore()
        let database = store.database
        var random = SplitMix64(seed: 7)
        var next: Int64 = 400
        try Self.change(database, &random, &next, count: 600)
        let feed = try database.commitFeed()
        var snapshot = try database.snapshot()
        let query = try Self.query(filter, sorts, in: snapshot)
        var followed = FollowedQuery(query)
        var rows = try followed.answer(snapshot, after: nil, touched: []).rows
        var untouched = 0
        for round in 0..<60 {
            for _ in 0...round % 3 {
                try Self.change(database, &random, &next, count: 1 + round % 30)
            }
            let touched = try Self.touched(feed)
            snapshot = try #require(feed.snapshot)
            // The first searches read all texts.
            if round == 20 { try database.buildSearches() }
            let answer = try followed.answer(snapshot, after: rows, touched: touched)
            let expected = try Self.rows(query, snapshot)
            try #require(answer.rows == expected, "round \(round)")
            for (row, record) in zip(answer.rows, answer.records) {
                if record == nil { untouched += 1 }
                try #require(record?.row ?? row == row && (record != nil || !touched.contains(row)))
            }
            rows = answer.rows
        }
        #expect(filter == "false" || untouched > 0, "the query ran again each time")
    }

    @Test(arguments: ["true", "population < 5", "search(\"long\")"])
    func `hits are followed, and asked for again only if something can have changed`(
        filter: String
    ) throws {
        let store = try Self.searchedStore()
        let database = store.database
        var random = SplitMix64(seed: 9)
        var next: Int64 = 300
        try Self.change(database, &random, &next, count: 400)
        let feed = try database.commitFeed()
        var snapshot = try database.snapshot()
        let query = try Self.query(filter, "", in: snapshot)
        let request = RankedSearch(
            .any(.word("cafe"), .word("b")), in: CityEntity.name, filter: query.filter, limit: 15)
        func text(_ hit: RankedHit) throws -> String {
            let schema = try snapshot.schema(of: CityEntity.name)
            return "\(hit.score) \(try snapshot.values(of: hit.record, schema: schema))"
        }
        func hits() throws -> [String] {
            var hits: [String] = []
            try snapshot.search(request) { hits.append(try text($0)) }
            return hits
        }
        var followed = FollowedSearch(request)
        _ = try followed.answer(snapshot, touched: nil, since: nil)
        var last = try hits()
        var same = 0
        for round in 0..<80 {
            let before = snapshot
            if round % 2 == 0 {
                try Self.change(database, &random, &next, count: 1 + round % 4)
            } else {
                // A change that no ranking depends on.
                let id = Int64(random.next(upTo: 300))
                try database.performChanges { changes in
                    guard let found = try changes.find(.int(id), in: CityEntity.name) else {
                        return
                    }
                    var values = found.values
                    values[3] = .int(20 + Int64(random.next(upTo: 20)))
                    try changes.save(values, in: CityEntity.name)
                }
            }
            let touched = try Self.touched(feed)
            snapshot = try #require(feed.snapshot)
            if round == 20 { try database.buildSearches() }
            let answer = try followed.answer(snapshot, touched: touched, since: before)
            let now = try hits()
            try #require(answer != nil || now == last, "round \(round)")
            if let answer {
                try #require(try answer.hits.map(text) == now, "round \(round)")
            } else {
                same += 1
            }
            last = now
        }
        #expect(same > 5)
    }

    @Test func `another object in the row of a deleted one may be before the hits`() throws {
        let store = try Self.searchedStore()
        let database = store.database
        try database.performChanges { changes in
            for id in [Int64(5), 9] {
                try changes.insert(CityEntity.values(id, "swift"), into: CityEntity.name)
            }
            try changes.insert(CityEntity.values(30, "other"), into: CityEntity.name)
        }
        let before = try database.snapshot()
        let request = RankedSearch(.word("swift"), in: CityEntity.name, limit: 1)
        var followed = FollowedSearch(request)
        let first = try followed.answer(before, touched: nil, since: nil)
        #expect(first?.hits.map(\.id) == [.int(5)])
        let feed = try database.commitFeed()
        try database.performChanges { try $0.delete(.int(9), from: CityEntity.name) }
        // The row of a deleted object is free from the next commit on, if its own is durable.
        try database.sync()
        try database.performChanges { changes in
            try changes.save(CityEntity.values(30, "other", population: 2), in: CityEntity.name)
        }
        try database.performChanges { changes in
            try changes.insert(CityEntity.values(3, "swift"), into: CityEntity.name)
        }
        let touched = try Self.touched(feed)
        let entity = try before.definition(CityEntity.name)
        let row = try before.find(.int(9), in: entity)?.row
        try #require(try database.snapshot().find(.int(3), in: entity)?.row == row)
        let after = try database.snapshot()
        let next = try followed.answer(after, touched: touched, since: before)
        #expect(next?.hits.map(\.id) == [.int(3)])
    }

    @Test func `a limit makes the query run again`() throws {
        let store = try TestStore()
        let database = store.database
        try database.performChanges { changes in
            try CityEntity.define(in: changes)
            for id in 0..<Int64(10) {
                let values = CityEntity.values(id, "a", population: id)
                try changes.insert(values, into: CityEntity.name)
            }
        }
        let snapshot = try database.snapshot()
        let query = try Self.query("true", "-population", limit: 2, in: snapshot)
        var followed = FollowedQuery(query)
        let first = try followed.answer(snapshot, after: nil, touched: [])
        let again = try followed.answer(snapshot, after: first.rows, touched: [RowNumber(9)])
        #expect(again.rows == first.rows && again.records.allSatisfy { $0 != nil })
    }
}
