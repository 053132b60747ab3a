import Foundation
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

@Suite struct CommitFeedTests {
    static func store(_ configure: (inout Database.Options) -> Void = { _ in }) throws -> TestStore
    {
        let store = try TestStore(segmentSizeNominal: 3000, configure: configure)
        try store.database.performChanges { try CityEntity.define(in: $0) }
        return store
    }

    static func save(_ store: TestStore, _ id: Int64, _ name: String = "") throws {
        try store.database.performChanges {
            _ = try $0.save(CityEntity.values(id, name), in: CityEntity.name)
        }
    }

    /// Returns the effects of a commit, as text: `inserted 1 a`, `updated 1 a -> b`, `deleted 1 b`.
    static func lines(_ commit: LoggedCommit) throws -> [String] {
        let schema = try #require(commit.after.catalog[CityEntity.name]).schema
        func text(_ found: FoundRecord?, _ storage: HistoryStorage) throws -> String? {
            guard let found else { return nil }
            let values = try storage.values(of: found, schema: schema)
            guard case .int(let id) = values[0], case .string(let name) = values[1] else {
                return nil
            }
            return "\(id) \(name)"
        }
        return try commit.changes.map { change in
            let old = try text(commit.old(change), commit.before)
            let new = try text(commit.new(change), commit.after)
            return "\(change.kind) " + [old, new].compactMap { $0 }.joined(separator: " -> ")
        }
    }

    @Test func `a change without an effect makes a commit only if it has a note`() throws {
        let store = try Self.store()
        try Self.save(store, 1, "a")
        let feed = try store.database.commitFeed()
        try Self.save(store, 1, "a")
        try store.database.performChanges(author: "anne") { _ in }
        try store.database.performChanges(author: "anne", note: "looked at") { changes in
            _ = try changes.save(CityEntity.values(1, "a"), in: CityEntity.name)
        }
        let commit = try #require(try feed.next())
        #expect(commit.note == "looked at")
        #expect(commit.changes.isEmpty)
        #expect(try feed.next()?.number == nil)
        try store.reopenAfterKill()
        try store.checkIntegrity()
    }

    @Test func `a record of an older layout is rewritten only if a value differs`() throws {
        let store = try Self.store()
        try Self.save(store, 1, "a")
        try store.database.performChanges { changes in
            let added = AttributeSchema(
                id: AttributeID(8), name: "mayor", type: .string, isNullable: true)
            try changes.redefine(CityEntity.name, attributes: CityEntity.attributes + [added])
        }
        let number = try store.database.snapshot().commit
        for (mayor, commits) in [(Value.null, 0), (.string("Anne"), 1), (.string("Anne"), 1)] {
            try store.database.performChanges { changes in
                _ = try changes.save(CityEntity.values(1, "a") + [mayor], in: CityEntity.name)
            }
            let last = try store.database.snapshot().commit
            #expect(last.rawValue == number.rawValue + UInt64(commits))
        }
    }

    @Test func `a commit has its author and the effect on each object`() throws {
        let store = try Self.store()
        try Self.save(store, 1, "a")
        try Self.save(store, 2, "b")
        let feed = try store.database.commitFeed()
        #expect(try feed.next() == nil)
        try store.database.performChanges(author: "anne", note: "tidying") { changes in
            _ = try changes.insert(CityEntity.values(4, "d"), into: CityEntity.name)
            _ = try changes.delete(.int(2), from: CityEntity.name)
            try changes.update(CityEntity.values(1, "x"), of: CityEntity.name)
            try changes.update(CityEntity.values(1, "y"), of: CityEntity.name)
            _ = try changes.insert(CityEntity.values(5, "gone"), into: CityEntity.name)
            _ = try changes.delete(.int(5), from: CityEntity.name)
        }
        let commit = try #require(try feed.next())
        #expect(try Self.lines(commit) == ["inserted 4 d", "deleted 2 b", "updated 1 a -> 1 y"])
        #expect(commit.author == "anne" && commit.note == "tidying")
        #expect(commit.number == (try store.database.snapshot().commit))
        #expect(commit.time == (try store.database.snapshot().time))
        #expect(try feed.next() == nil)
    }

    @Test func `an object that is deleted and inserted again counts as updated`() throws {
        let store = try Self.store()
        try Self.save(store, 1, "a")
        try Self.save(store, 2, "b")
        let feed = try store.database.commitFeed()
        try store.database.performChanges { changes in
            _ = try changes.delete(.int(1), from: CityEntity.name)
            _ = try changes.delete(.int(2), from: CityEntity.name)
            _ = try changes.insert(CityEntity.values(1, "c"), into: CityEntity.name)
            _ = try changes.insert(CityEntity.values(3, "d"), into: CityEntity.name)
        }
        let commit = try #require(try feed.next())
        #expect(try Self.lines(commit) == ["updated 1 a -> 1 c", "deleted 2 b", "inserted 3 d"])
    }

    @Test func `a token's text leads to the same place after reopening`() throws {
        let store = try Self.store()
        try Self.save(store, 1, "a")
        let token = try store.database.snapshot().token
        try Self.save(store, 1, "b")
        for id in 2..<40 { try Self.save(store, Int64(id), "many") }
        try store.reopen()
        try Self.save(store, 1, "c")
        let again = try #require(CommitToken(token.description))
        let data = try JSONEncoder().encode([token])
        #expect(again == token)
        #expect(try JSONDecoder().decode([CommitToken].self, from: data) == [token])
        let feed = try store.database.commitFeed(since: again)
        #expect(try Self.lines(try #require(try feed.next())) == ["updated 1 a -> 1 b"])
        for id in 2..<40 {
            #expect(try Self.lines(try #require(try feed.next())) == ["inserted \(id) many"])
        }
        #expect(try Self.lines(try #require(try feed.next())) == ["updated 1 b -> 1 c"])
        #expect(try feed.next() == nil)
        #expect(feed.token == (try store.database.snapshot().token))
    }

    @Test(arguments: ["", "x", "-1-", "00-1-00", String(repeating: "0", count: 32) + "-1-zz"])
    func `a text that is not a token is nil`(text: String) {
        #expect(CommitToken(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([CommitToken].self, from: JSONEncoder().encode([text]))
        }
    }

    @Test func `a token of another store or of a lost history is refused`() throws {
        let (store, other) = (try Self.store(), try TestStore(seed: 7))
        try Self.save(store, 1, "a")
        try other.database.performChanges { try CityEntity.define(in: $0) }
        let strange = try other.database.snapshot().token
        #expect(
            DatabaseTests.code { _ = try store.database.commitFeed(since: strange) }
                == .invalidValue)
        let twin = try store.twinAfterKill()
        try Self.save(store, 1, "b")
        try Self.save(store, 1, "c")
        let token = try store.database.snapshot().token
        #expect(
            DatabaseTests.code { _ = try twin.database.commitFeed(since: token) } == .historyGone,
            "it is ahead")
        try Self.save(twin, 1, "other")
        try Self.save(twin, 1, "history")
        #expect(
            DatabaseTests.code { _ = try twin.database.commitFeed(since: token) } == .historyGone)
        try Self.save(twin, 1, "goes on")
        #expect(
            DatabaseTests.code { _ = try twin.database.commitFeed(since: token) } == .historyGone)
    }

    @Test func `a token with a wrong digest is refused on use, at every commit`() throws {
        let store = try Self.store()
        var tokens = [try store.database.snapshot().token]
        for id in 0..<40 {
            try Self.save(store, Int64(id), "some")
            tokens.append(try store.database.snapshot().token)
        }
        try store.reopen()
        for token in tokens {
            #expect(try store.database.commitFeed(since: token).token == token)
            let text = token.description
            let forged = CommitToken(text.dropLast() + (text.hasSuffix("7") ? "8" : "7"))
            let wrong = try #require(forged)
            #expect(
                DatabaseTests.code { _ = try store.database.commitFeed(since: wrong) }
                    == .historyGone, "\(text)")
        }
    }

    @Test func `commits of a store that is open for reading end`() throws {
        let store = try Self.store()
        let token = try store.database.snapshot().token
        try Self.save(store, 1, "a")
        try store.database.close()
        let database = try Database(
            at: TestStore.path, options: .readOnly, fileSystem: store.files)
        let feed = try database.commitFeed(since: token)
        #expect(try Self.lines(try #require(try feed.next())) == ["inserted 1 a"])
        #expect(try feed.next() == nil)
        #expect(feed.isEnded)
        #expect(try database.commitFeed().isEnded)
    }

    @Test func `a consumer that is too slow gets an error, not a part`() throws {
        let store = try Self.store { $0.historyBytesMax = 10_000 }
        let feed = try store.database.commitFeed()
        for turn in 0..<30 { try Self.save(store, 1, "\(turn)") }
        _ = try store.database.compact()
        for turn in 0..<30 {
            let commit = try #require(try feed.next())
            let line = turn == 0 ? "inserted 1 0" : "updated 1 \(turn - 1) -> 1 \(turn)"
            #expect(try Self.lines(commit) == [line], "within the limit all is kept")
        }
        for turn in 0..<400 { try Self.save(store, 1, "\(turn)") }
        _ = try store.database.compact()
        for _ in 0..<2 { #expect(DatabaseTests.code { _ = try feed.next() } == .historyGone) }
        let anew = try store.database.commitFeed()
        try Self.save(store, 2, "new")
        #expect(try Self.lines(try #require(try anew.next())) == ["inserted 2 new"])
    }

    @Test func `commits arrive after the store was closed, too, and then end`() throws {
        let store = try Self.store()
        let calls = Mutex(0)
        let feed = try store.database.commitFeed { calls.withLock { $0 += 1 } }
        try Self.save(store, 1, "a")
        #expect(calls.withLock { $0 } == 1)
        try store.database.close()
        #expect(calls.withLock { $0 } >= 2)
        #expect(!feed.isEnded)
        #expect(try Self.lines(try #require(try feed.next())) == ["inserted 1 a"])
        #expect(try feed.next() == nil)
        #expect(feed.isEnded)
        #expect(DatabaseTests.code { _ = try store.database.commitFeed() } == .closed)
    }

    @Test func `statistics show how much of the log feeds retain`() throws {
        let store = try TestStore(segmentSizeNominal: 4_096)
        try store.database.performChanges { try CityEntity.define(in: $0) }
        var feed: CommitFeed? = try store.database.commitFeed()
        #expect(try store.database.statistics().historyBytes == 0)
        for number in 0..<9 as Range<Int64> {
            let text = String(repeating: "x", count: 2_000)
            try store.database.performChanges { changes in
                try changes.insert(CityEntity.values(number, text), into: CityEntity.name)
            }
        }
        let statistics = try store.database.statistics()
        #expect(statistics.segments.count > 3)
        #expect(statistics.historyBytes > 9_000)
        #expect(statistics.historyBytes <= statistics.size)
        while try feed?.next() != nil {}
        #expect(try store.database.statistics().historyBytes == 0)
        feed = nil
    }

    @Test func `a feed appears in the statistics while it retains something`() throws {
        let store = try Self.store()
        var feed: CommitFeed? = try store.database.commitFeed()
        try Self.save(store, 1, "a")
        #expect(try store.database.statistics().pins.map(\.label) == ["commits"])
        _ = try feed?.next()
        _ = try feed?.next()
        feed = nil
        #expect(try store.database.statistics().pins.isEmpty)
    }

    @Test func `damage in the log is reported with its place`() throws {
        let store = try Self.store()
        let feed = try store.database.commitFeed()
        try Self.save(store, 1, String(long: "text", count: 200))
        let end = try store.database.snapshot().version.end
        let name = FileName.segment(end.segment)
        try CompactionTests.flip(name, at: end.offset - 300, in: store.files)
        do {
            _ = try feed.next()
            Issue.record("the damage was not seen")
        } catch {
            #expect(error.code == .corrupt && error.file?.hasSuffix(name) == true)
        }
    }
}
