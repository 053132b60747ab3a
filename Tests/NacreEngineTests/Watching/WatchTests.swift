import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// Followers are woken by the commits that change their results, and by few others.
@Suite struct WatchTests {
    /// A query that the test runs again after each commit.
    private struct FollowedObjects {
        let query: Query
        let watcher: Watcher
        var values: [[Value]]
    }

    private struct FollowedValues {
        let grouping: Grouping
        let watcher: Watcher
        var followed: FollowedGroups
        var last: [Group]
    }

    private static func objects(_ query: Query, _ snapshot: DatabaseSnapshot) throws -> [[Value]] {
        let schema = try snapshot.schema(of: query.entity)
        var objects: [[Value]] = []
        try snapshot.forEachRecord(query) { found in
            objects.append(try snapshot.values(of: found, schema: schema))
            return true
        }
        return objects
    }

    private static func isSame(_ some: [[Value]], _ others: [[Value]]) -> Bool {
        some.count == others.count
            && zip(some, others).allSatisfy { $0.isIdentical(to: $1) }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `a result that was not woken is that of a new request`(seed: UInt64) throws {
        var fixture = try WatchFixture(seed: seed, segmentSizeNominal: 16_384)
        try fixture.commit(200)
        var followers: [FollowedObjects] = []
        var (woken, asleep) = (0, 0)
        for round in 0..<Scale.count(300) {
            if round % 10 == 0 {
                if followers.count > 40 { followers.removeFirst(10) }
                for _ in 0..<10 {
                    let query = try fixture.query()
                    let watcher = try fixture.database.watch(Interest(objectsOf: query)) {}
                    let values = try Self.objects(query, fixture.database.snapshot())
                    followers.append(
                        FollowedObjects(query: query, watcher: watcher, values: values))
                }
            }
            for _ in 0...round % 3 { try fixture.commit(1 + fixture.next(upTo: 3)) }
            if round % 70 == 69 { try fixture.addAttribute("new\(round)") }
            if round % 40 == 39 { _ = try fixture.database.compact() }
            for place in followers.indices {
                let query = followers[place].query
                let news = try followers[place].watcher.take()
                let snapshot = try #require(news.snapshot)
                let values = try Self.objects(query, snapshot)
                let isSame = Self.isSame(values, followers[place].values)
                try #require(
                    isSame || news.touched != nil, "seed \(seed), round \(round): \(query)")
                followers[place].values = values
                if news.touched == nil { asleep += 1 } else { woken += 1 }
            }
        }
        #expect(woken > 0 && asleep > woken / 4, "\(woken) woken, \(asleep) asleep")
    }

    @Test(arguments: [UInt64(5), 6, 7])
    func `groups that are followed by news alone equal new ones`(seed: UInt64) throws {
        var fixture = try WatchFixture(seed: seed)
        try fixture.commit(200)
        let entity = try fixture.database.snapshot().definition("Note").schema.number
        var followers: [FollowedValues] = []
        for _ in 0..<50 {
            let grouping = try fixture.grouping()
            let watcher = try fixture.database.watch(Interest(in: grouping)) {}
            var followed = FollowedGroups(grouping)
            let groups = try followed.groups(
                fixture.database.snapshot(), touched: nil, since: nil)
            followers.append(
                FollowedValues(
                    grouping: grouping, watcher: watcher, followed: followed, last: groups))
        }
        var asleep = 0
        for round in 0..<Scale.count(100) {
            for _ in 0...round % 2 { try fixture.commit(1 + fixture.next(upTo: 2)) }
            if round % 40 == 39 { try fixture.addAttribute("new\(round)") }
            for place in followers.indices {
                let news = try followers[place].watcher.take()
                let snapshot = try #require(news.snapshot)
                if let touched = news.touched {
                    followers[place].last = try followers[place].followed.groups(
                        snapshot, touched: touched.rows(of: entity), since: touched.before)
                } else {
                    asleep += 1
                }
                let expected = try snapshot.groups(followers[place].grouping)
                try #require(
                    followers[place].last.isIdentical(to: expected),
                    "seed \(seed), round \(round): \(followers[place].grouping)")
            }
        }
        #expect(asleep > 0)
    }

    // MARK: Who is woken

    private static func interest(_ filter: String, _ database: Database) throws -> Interest {
        let snapshot = try database.snapshot()
        let filter = try FilterParser.parse(
            filter, schema: snapshot.schema(of: "Note"), entities: snapshot.catalog.finder)
        return Interest(objectsOf: Query(entity: "Note", filter: filter))
    }

    private static func save(_ database: Database, _ id: Int64, size: Int64, kind: String) throws {
        try database.performChanges { changes in
            let rest: [Value] = [.null, .null, .null]
            try changes.save(
                [.int(id), .string(kind), .array([]), .int(size)] + rest, in: "Note")
        }
    }

    @Test(arguments: [
        ("id == 1", [1]), ("id in [1, 7]", [1, 2]), ("id == 9", []),
        // Both commits change an object whose size was or is in the range.
        ("size in 10...19", [1, 2]), ("size > 15", [2]), ("kind == \"b\"", [2]),
        ("done != true", [1, 2]), ("size in 10...19 && kind == \"b\"", [2]),
        ("author.name == \"x\"", [1, 2, 3]),
    ])
    func `a commit wakes by row and by key`(_ filter: String, _ waking: [Int]) throws {
        let fixture = try WatchFixture(seed: 1)
        let database = fixture.database
        try Self.save(database, 1, size: 11, kind: "a")
        try Self.save(database, 7, size: 30, kind: "a")
        let calls = Mutex(0)
        let watcher = try database.watch(Self.interest(filter, database)) {
            calls.withLock { $0 += 1 }
        }
        func isWoken(_ number: Int) throws {
            let isTouched = try watcher.take().touched != nil
            #expect(isTouched == waking.contains(number), "commit \(number)")
            #expect(calls.withLock { $0 } == waking.count { $0 <= number })
        }
        try Self.save(database, 1, size: 12, kind: "a")
        try isWoken(1)
        try Self.save(database, 7, size: 19, kind: "b")
        try isWoken(2)
        try database.performChanges { try $0.save([.int(1), .null], in: "Author") }
        try isWoken(3)
    }

    @Test func `an aggregate sleeps while other attributes change`() throws {
        let fixture = try WatchFixture(seed: 1)
        let database = fixture.database
        try Self.save(database, 1, size: 11, kind: "a")
        let query = Query(entity: "Note")
        let grouping = Grouping(query, terms: [], [.sum("size")])
        let sum = try database.watch(Interest(in: grouping)) {}
        let kinds = try database.watch(Interest(in: "kind", of: "Note")) {}
        try Self.save(database, 1, size: 12, kind: "a")
        #expect(try sum.take().touched != nil && kinds.take().touched == nil)
        try Self.save(database, 1, size: 12, kind: "b")
        #expect(try sum.take().touched == nil && kinds.take().touched != nil)
        try Self.save(database, 2, size: 12, kind: "b")
        #expect(try sum.take().touched != nil && kinds.take().touched != nil)
    }

    @Test func `commits that were slept through are no part of the news`() throws {
        let fixture = try WatchFixture(seed: 1)
        let database = fixture.database
        try Self.save(database, 1, size: 1, kind: "a")
        let watcher = try database.watch(Self.interest("id == 1", database)) {}
        for size in 0..<9 as Range<Int64> { try Self.save(database, 2, size: size, kind: "a") }
        let before = try database.snapshot().commit
        try Self.save(database, 1, size: 2, kind: "a")
        try Self.save(database, 2, size: 20, kind: "a")
        let touched = try #require(try watcher.take().touched)
        #expect(touched.before.commit == before)
        let entity = try database.snapshot().definition("Note").schema.number
        #expect(touched.rows(of: entity).count == 1)
        #expect(try watcher.take().touched == nil)
    }

    // MARK: Lifetime

    @Test func `a store without followers has no feed, and sleeping ones keep no state`() throws {
        let fixture = try WatchFixture(seed: 1, segmentSizeNominal: 4_096)
        let database = fixture.database
        var watchers: [Watcher] = []
        for id in 0..<100 {
            watchers.append(
                try database.watch(Self.interest("id == \(id)", database), readsCommits: true) {})
        }
        for round in 0..<40 as Range<Int64> {
            try Self.save(database, 1000 + round, size: round, kind: String(long: "x", count: 300))
        }
        // A new segment is left to another thread; taking news does not wait for it.
        _ = try watchers[0].take()
        var statistics = try database.statistics()
        #expect(statistics.historyBytes == 0)
        #expect(statistics.pins.count <= 1)
        try Self.save(database, 5, size: 5, kind: "a")
        for round in 0..<40 as Range<Int64> {
            try Self.save(database, 1000 + round, size: round, kind: String(long: "y", count: 300))
        }
        // One watcher has not read its commit yet.
        _ = try watchers[0].take()
        statistics = try database.statistics()
        #expect(statistics.historyBytes > 0)
        do {
            var commits = try #require(try watchers[5].take().commits())
            #expect(try commits.next()?.changes.count == 1)
        }
        watchers.removeAll()
        #expect(database.watchers.withLock { $0.watchers } == nil)
        #expect(try database.statistics().pins.isEmpty)
    }

    @Test func `all are woken when the store closes`() throws {
        let fixture = try WatchFixture(seed: 1)
        let calls = Mutex(0)
        let interest = try Self.interest("id == 1", fixture.database)
        let watcher = try fixture.database.watch(interest) { calls.withLock { $0 += 1 } }
        try fixture.database.close()
        #expect(calls.withLock { $0 } == 1)
        #expect(try watcher.take().isEnded)
        #expect(DatabaseTests.code { _ = try fixture.database.watch(interest) {} } == .closed)
    }
}
