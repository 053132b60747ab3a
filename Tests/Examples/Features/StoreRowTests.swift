import Foundation
import Nacre
import NacreObjects
import Synchronization
import Testing

/// The operations of the seeds' repositories on a whole store: its own metadata, kinds of stores,
/// and deleting or replacing one.
@Suite struct StoreRowTests {
    @Entity
    struct Note: Hashable {
        let id: Int
        var text: String
    }

    @Entity
    struct NewerNote: Hashable {
        static var entityName: String { "Note" }
        let id: Int
        var text: String
        var stars: Int = 0
    }

    @Entity
    struct Setting: Hashable {
        let id: String
        var value: String
    }

    @Test func `R9 settings of a store are objects, which other programs leave unchanged`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.nacre")
        var store = try Store(at: path, Note.self, Setting.self)
        let settings = [
            Setting(id: "origin", value: "import"), Setting(id: "theme", value: "dark"),
        ]
        try store.performChanges { try $0.insert(contentsOf: settings) }
        try store.close()
        // A program without settings.
        store = try Store(at: path, Note.self)
        try store.performChanges { _ = try $0.insert(Note(id: 1, text: "a")) }
        try store.compact()
        try store.close()
        store = try Store(at: path, Note.self, Setting.self)
        #expect(try store.fetch(Setting.all) == settings)
        try store.performChanges { changes in
            try changes.save(Setting(id: "theme", value: "light"))
            try changes.save(Note(id: 2, text: "with it in one commit"))
        }
        #expect(try store.find(Setting.self, "theme")?.value == "light")
    }

    /// - Returns: All observations on the way.
    private func use(_ store: Store) throws -> [String] {
        var seen: [String] = []
        try store.performChanges { changes in
            try changes.insert(contentsOf: (0..<5).map { Note(id: $0, text: "n\($0)") })
        }
        let snapshot = try store.snapshot()
        try store.performChanges { changes in
            _ = try changes.update(Note.self, 3) { $0.text = "changed" }
            _ = try changes.delete(Note.where { $0.id < 2 })
        }
        do {
            try store.performChanges { _ = try $0.insert(Note(id: 4, text: "twice")) }
        } catch let error as StoreError {
            seen.append("\(error.code)")
        }
        seen += try snapshot.fetch(\.text, Note.all)
        seen += try store.fetch(\.text, Note.all.sorted(\.text.ascending))
        return seen + ["\(try store.snapshot().commitNumber - snapshot.commitNumber)"]
    }

    @Test func `R13 a store in memory behaves like one on disk`() throws {
        let folder = try TemporaryFolder()
        let onDisk = try use(Store(at: folder.path("a.nacre"), Note.self))
        #expect(try use(.inMemory(Note.self)) == onDisk)
        #expect(onDisk.suffix(4) == ["changed", "n2", "n4", "1"])
    }

    @Test func `R13 removing a store's folder removes the store, and a new one may follow`() throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path("a.nacre")
        var store = try Store(at: path, Note.self)
        _ = try use(store)
        try store.compact()
        try store.close()
        try FileManager.default.removeItem(atPath: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == [])
        store = try Store(at: path, Setting.self)
        try store.performChanges { _ = try $0.insert(Setting(id: "a", value: "b")) }
        try store.close()
        // Nothing of the former store is left, including its schema.
        store = try Store(at: path, NewerNote.self, Setting.self)
        #expect(try store.count(NewerNote.all) == 0)
        #expect(try store.count(Setting.all) == 1)
    }

    @Test func `R13 deleting all objects is one commit, which observers receive`() async throws {
        let store = try Store.inMemory(Note.self, Setting.self)
        _ = try use(store)
        let snapshot = try store.snapshot()
        try await store.performChanges { changes in
            _ = try changes.delete(Note.all)
            _ = try changes.delete(Setting.all)
        }
        #expect(try store.count(Note.all) == 0)
        #expect(try snapshot.count(Note.all) == 3)
        var commits = try store.commits(since: snapshot.token).makeAsyncIterator()
        #expect(try await commits.next()?.deleted(Note.self).count == 3)
    }

    /// A parent whose children deny its deletion, and one who counts deletions.
    @Entity
    struct Parent: Hashable {
        let id: Int
    }

    @Entity
    struct Child: Hashable, WillDelete {
        let id: Int
        @Relationship(.deny) var parent: Ref<Parent>
        static let deleted = Mutex(0)

        func willDelete(in changes: WriteTransaction) throws {
            guard id > 0 else { throw Refusal() }
            Self.deleted.withLock { $0 += 1 }
        }
    }

    @Entity
    struct Entry: Hashable {
        typealias Mutability = AppendOnly
        let id: Int
    }

    private struct Refusal: Error {}

    @Test func `R13 everything is deleted in one commit, in spite of rules and unknown types`()
        throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path("a.nacre")
        let first = try Store(at: path, Note.self, Parent.self, Child.self, Entry.self)
        try first.performChanges { changes in
            try changes.insert(Note(id: 1, text: "a"))
            try changes.insert(Parent(id: 1))
            try changes.insert(contentsOf: (1...3).map { Child(id: $0, parent: Ref(id: 1)) })
            try changes.insert(Entry(id: 1))
        }
        try first.close()
        // The program knows neither Note nor Entry.
        let store = try Store(at: path, Parent.self, Child.self)
        Child.deleted.withLock { $0 = 0 }
        let preview = try store.dryRun { try $0.deleteEverything() }
        #expect(try preview.deleted(Child.self).count == 3)
        #expect(try store.count(Child.all) == 3)
        let before = try store.snapshot().commitNumber
        #expect(try store.performChanges { try $0.deleteEverything() } == 6)
        #expect(try store.snapshot().commitNumber == before + 1)
        #expect(Child.deleted.withLock { $0 } == 6)
        #expect(try store.performChanges { try $0.deleteEverything() } == 0)
        try store.close()
        let last = try Store(at: path, Note.self, Parent.self, Child.self, Entry.self)
        #expect(try last.count(Note.all) == 0 && last.count(Entry.all) == 0)
        #expect(try last.count(Parent.all) == 0 && last.count(Child.all) == 0)
    }

    @Test func `R13 a hook that refuses keeps everything`() throws {
        let store = try Store.inMemory(Parent.self, Child.self)
        try store.performChanges { changes in
            try changes.insert(Parent(id: 1))
            try changes.insert(Child(id: -1, parent: Ref(id: 1)))
        }
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { try $0.deleteEverything() }
        }
        #expect(error?.code == .refused && error?.underlying is Refusal)
        #expect(try store.count(Parent.all) == 1 && store.count(Child.all) == 1)
    }

    @Test func `R13 a preview tells before opening whether a store needs a migration`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.nacre")
        let store = try Store(at: path, Note.self)
        _ = try use(store)
        try store.close()
        let before = try folder.contents("a.nacre")
        #expect(try Store.schemaPreview(at: path, Note.self).isEmpty)
        let preview = try Store.schemaPreview(at: path, NewerNote.self)
        #expect(!preview.isEmpty && preview.refusal == nil)
        #expect("\(preview)".contains("stars"))
        #expect(try folder.contents("a.nacre") == before)
        try Store(at: path, NewerNote.self).close()
        #expect(try Store.schemaPreview(at: path, NewerNote.self).isEmpty)
    }

    @Test func `R13 a context without changes saves nothing and notifies no observer`() async throws
    {
        let store = try Store.inMemory(Note.self)
        _ = try use(store)
        let snapshot = try store.snapshot()
        let context = try Context(store)
        let note = try #require(try context.find(Note.self, 3))
        try context.save(author: "nothing")
        note.text = "x"
        context.undo()
        try context.save(author: "nothing again")
        #expect(try store.snapshot().commitNumber == snapshot.commitNumber)
        note.text = "x"
        try context.save(author: "something")
        // The first commit that is reported.
        var commits = try store.commits(since: snapshot.token).makeAsyncIterator()
        #expect(try await commits.next()?.author == "something")
    }

    @Test func `R13 edits in a separate context can be discarded, or saved for all`() throws {
        let store = try Store.inMemory(Note.self)
        _ = try use(store)
        let (main, editing) = (try Context(store), try Context(store))
        let shown = try #require(try main.find(Note.self, 3))
        let edited = try #require(try editing.find(Note.self, 3))
        edited.text = "draft"
        #expect(shown.text == "changed")
        editing.rollback()
        #expect(edited.text == "changed")
        edited.text = "final"
        try editing.save()
        try main.refresh()
        #expect(shown.text == "final")
    }
}
