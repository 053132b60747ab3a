import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// Opening, reading, closing.
@Suite struct TypedStoreTests {
    private let words = (1...20).map { Word(id: "w\($0)", count: $0) }

    private func filled(_ files: TypedStore = TypedStore()) throws -> Store {
        let store = try files.open(Word.self)
        try store.performChanges { try $0.insert(contentsOf: words) }
        return store
    }

    @Test func `a snapshot never changes, on any task, also after the store was closed`()
        async throws
    {
        let store = try filled()
        let snapshot = try store.snapshot()
        _ = try await store.performChanges { try $0.delete(Word.all) }
        try store.compact()
        let later = try store.snapshot()
        #expect(later.commitNumber > snapshot.commitNumber)
        try store.close()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    try snapshot.fetch(\.count, Word.where { $0.count > 0 }).reduce(0, +)
                }
            }
            for try await sum in group { #expect(sum == 210) }
        }
        #expect(try snapshot.find(Word.self, "w7")?.count == 7)
        #expect(try later.fetch(Word.all) == [])
    }

    @Test func `a function accepts a store, a snapshot and a change alike`() throws {
        func sum(_ reader: borrowing some Nacre.Reader & ~Escapable) throws -> Int {
            try reader.fetch(\.count, Word.all).reduce(0, +)
        }
        let store = try filled()
        #expect(try sum(store) == 210)
        #expect(try sum(try store.snapshot()) == 210)
        let inside = try store.performChanges { changes in
            try changes.insert(Word(id: "x", count: 1000))
            return try sum(changes)
        }
        #expect(inside == 1210)
    }

    @Test func `everything except snapshots throws after closing`() throws {
        let store = try filled()
        try store.close()
        #expect(storeError { _ = try store.snapshot() }?.code == .closed)
        #expect(storeError { _ = try store.fetch(Word.all) }?.code == .closed)
        #expect(storeError { _ = try store.count(Word.all) }?.code == .closed)
        #expect(storeError { _ = try store.first(Word.all) }?.code == .closed)
        #expect(storeError { _ = try store.find(Word.self, "w1") }?.code == .closed)
        #expect(storeError { _ = try store.fetch(\.id, Word.all) }?.code == .closed)
        #expect(storeError { _ = try store.fetch(Word.all.select(\.id)) }?.code == .closed)
        #expect(storeError { try store.performChanges { _ in } }?.code == .closed)
        #expect(storeError { try store.compact() }?.code == .closed)
        #expect(storeError { try store.close() }?.code == .closed)
    }

    @Test func `a store that is open for reading only reads and refuses the rest`() throws {
        let files = TypedStore()
        try filled(files).close()
        let store = try files.open(Word.self, options: .readOnly)
        #expect(try store.fetch(Word.all.sorted(\.count.ascending)) == words)
        let error = storeError { try store.performChanges { try $0.delete(Word.all) } }
        #expect(error?.code == .readOnly)
        #expect(storeError { try store.compact() }?.code == .readOnly)
        try store.close()
        #expect(storeError { _ = try store.fetch(Word.all) }?.code == .closed)
    }

    @Test func `a store for reading only is not created and adds no schema`() throws {
        let files = TypedStore()
        #expect(
            storeError { _ = try files.open(Word.self, options: .readOnly) }?.code == .storeNotFound
        )
        try filled(files).close()
        let error = storeError { _ = try files.open(Word.self, Item.self, options: .readOnly) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'Item'") == true)
        var options = Store.Options()
        options.createsStore = false
        #expect(
            storeError { _ = try TypedStore().open(Word.self, options: options) }?.code
                == .storeNotFound
        )
    }

    @Test func `one writer opens a store at a time`() throws {
        let files = TypedStore()
        let store = try filled(files)
        #expect(storeError { _ = try files.open(Word.self) }?.code == .locked)
        try store.close()
        #expect(try files.open(Word.self).count(Word.all) == 20)
    }

    @Test func `the author is stored with the commit, and one that is too long is refused`() throws
    {
        let store = try filled()
        try store.performChanges(author: "import \u{e9}") { try $0.delete(Word.all) }
        let long = String(repeating: "a", count: 4095)
        try store.performChanges(author: long) { try $0.insert(words[0]) }
        let error = storeError {
            try store.performChanges(author: long + "a") { try $0.insert(words[1]) }
        }
        #expect(error?.code == .invalidValue)
        #expect(try store.fetch(Word.all) == [words[0]])
    }

    @Test func `a store on disk is opened by path and by URL`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "caf\u{e9} 1.nacre")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = try Store(at: url, Word.self)
        try store.performChanges { try $0.insert(contentsOf: words) }
        try store.close()
        let again = try Store(at: url.path(percentEncoded: false), options: .readOnly, Word.self)
        #expect(try again.fetch(Word.all.sorted(\.count.ascending)) == words)
        try again.close()
    }

    @Test func `requests and filters are comparable values`() throws {
        let big = Filter<Word> { $0.count > 10 }
        let request = Word.where(big).sorted(\.count.descending).limit(3).offset(1)
        #expect(
            request == Word.where { $0.count > 10 }.sorted(\.count.descending).limit(3).offset(1))
        #expect(request != Word.where(big))
        #expect(Set([request, request]).count == 1)
        #expect(big.description == "count > 10")
        #expect(try filled().fetch(request).map(\.count) == [19, 18, 17])
        #expect(
            Word.all.where(big).where { $0.count < 15 }
                == Word.where(big && Filter { $0.count < 15 }))
        #expect(try filled().fetch(Word.sortedFetchRequest).count == 20)
        #expect(
            Word.all.sorted(\.count.descending).sorted(\.id.ascending)
                == Word.all.sorted(\.id.ascending))
    }
}
