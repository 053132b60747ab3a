import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Consumers of commits whose places are kept in the store.
@Suite struct ConsumerTests {
    private let files = MemoryFileSystem()

    private func open() throws -> Store {
        try Store(
            at: "/consumed.nacre", Store.Options(), [PastPlace.self, PastVisit.self],
            fileSystem: files)
    }

    private func save(_ store: Store, _ name: String, author: String? = nil) throws {
        try store.performChanges(author: author) { changes in
            try changes.save(PastPlace(id: "o", name: name))
        }
    }

    /// Returns the names that the commits after a consumer's place have written.
    private func names(_ consumer: Consumer) async throws -> [String] {
        var names: [String] = []
        for try await commit in try consumer.commits.endingAtNewest {
            names += try commit.inserted(PastPlace.self).map(\.name)
            names += try commit.updated(PastPlace.self).map(\.new.name)
            try consumer.advance(to: commit)
        }
        return names
    }

    @Test func `a consumer goes on after relaunches and compactions`() async throws {
        var store = try open()
        try save(store, "before")
        let start = try store.consumer("index").token
        #expect(try store.snapshot(at: .token(start)).token == start)
        for number in 1...3 { try save(store, "\(number)") }
        try store.compact()
        try store.close()
        store = try open()
        try store.compact()
        let then = try store.snapshot(at: .token(start))
        #expect(try then.find(PastPlace.self, "o")?.name == "before")
        let consumer = try store.consumer("index")
        #expect(try await names(consumer) == ["1", "2", "3"])
        #expect(try await names(consumer) == [])
        try save(store, "4")
        #expect(try await names(consumer) == ["4"])
        let info = try #require(try store.consumers.first)
        let place = try consumer.token.commitNumber
        #expect(info.name == "index" && info.commit == place)
        // Nothing else keeps the states before its place.
        try store.compact()
        #expect(throws: StoreError.self) { _ = try store.snapshot(at: .token(start)) }
        try store.removeConsumer("index")
        #expect(try store.consumers.isEmpty)
        let error = #expect(throws: StoreError.self) { _ = try consumer.token }
        #expect(error?.code == .noSuchObject)
    }

    @Test func `a consumer that falls behind its limit is dropped, and is told so`() async throws {
        let store = try open()
        try save(store, "before")
        let consumer = try store.consumer("slow", limit: .commits(5))
        for number in 0..<20 { try save(store, "\(number)") }
        try store.compact()
        let error = #expect(throws: StoreError.self) { _ = try consumer.commits }
        #expect(error?.code == .historyGone)
        #expect(error?.message.contains("slow") == true)
        #expect(throws: StoreError.self) { _ = try store.consumer("slow") }
        #expect(try store.consumers.map(\.limit) == [nil])
        try store.removeConsumer("slow")
        let again = try store.consumer("slow", since: store.snapshot().token)
        try save(store, "after")
        #expect(try await names(again) == ["after"])
    }

    private struct Stopped: Error {}

    /// Counts the commits of others.
    private func count(_ store: Store, _ consumer: Consumer, stoppingAt last: Int) async throws {
        let commits = try consumer.commits.endingAtNewest
        for try await commit in commits where commit.author != "totals" {
            try await store.performChanges(author: "totals") { changes in
                var total = try changes.find(PastVisit.self, 1) ?? PastVisit(id: 1)
                total.count += 1
                try changes.save(total)
                try changes.advance(consumer, to: commit)
                if total.count == last { throw Stopped() }
            }
        }
    }

    @Test func `a place that is stored with its effect happens once`() async throws {
        let store = try open()
        let consumer = try store.consumer("totals")
        try save(store, "1")
        try save(store, "2")
        await #expect(throws: Stopped.self) { try await count(store, consumer, stoppingAt: 2) }
        #expect(try store.find(PastVisit.self, 1)?.count == 1)
        try await count(store, consumer, stoppingAt: 0)
        let total = try store.find(PastVisit.self, 1)?.count
        #expect(total == 2)
    }

    @Test func `a consumer behind an erase is told of it instead of the values`() async throws {
        let store = try open()
        let consumer = try store.consumer("index")
        try save(store, "secret")
        try await store.performChanges { _ = try $0.save(PastPlace(id: "p", name: "public")) }
        try store.erase(PastPlace.self, "o")
        var (names, erased) = ([String](), [Bool]())
        for try await commit in try consumer.commits.endingAtNewest {
            names += try commit.inserted(PastPlace.self).map(\.name)
            if try commit.erased(PastPlace.self) {
                erased.append(try commit.erased(PastVisit.self))
            }
        }
        #expect(names == ["public"])
        #expect(erased == [false])
    }

    @Test func `names and places are checked`() throws {
        let store = try open()
        let other = try Store.inMemory(PastPlace.self)
        try save(other, "1")
        let foreign = try other.commit(other.snapshot().commitNumber)
        let consumer = try store.consumer("index")
        let error = #expect(throws: StoreError.self) { try consumer.advance(to: foreign) }
        #expect(error?.code == .invalidValue)
        #expect(throws: StoreError.self) { _ = try store.consumer("") }
        #expect(throws: StoreError.self) {
            _ = try store.consumer("other", since: other.snapshot().token)
        }
        #expect(throws: StoreError.self) { try store.removeConsumer("other") }
        // A second registration changes the limit only.
        let place = try consumer.token
        try save(store, "1")
        #expect(try store.consumer("index", limit: .forever).token == place)
        #expect(try store.consumers.map(\.limit) == [HistoryPolicy.forever])
    }
}
