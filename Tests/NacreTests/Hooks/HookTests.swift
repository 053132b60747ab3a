import Foundation
import Nacre
import NacreTestSupport
import Synchronization
import Testing

/// The actions of entities before and after they are saved.
@Suite(.serialized) struct HookTests {
    /// The hook calls, in their order.
    final class Record: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        func take() -> [String] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }
    }

    static let record = Record()

    struct Note: Entity, Equatable, WillSave, DidSave {
        let id: Int
        var text: String
        var code: String
        var version: Int
        var box: Ref<Box>?

        static let schema = EntitySchema(
            Note.init, Attribute("id", \.id), Attribute("text", \.text, .length(1...20)),
            Attribute("code", \.code, .unique), Attribute("version", \.version, .range(0..<100)),
            Attribute("box", \.box, .relationship(.nullify)))

        init(id: Int, text: String, code: String? = nil, version: Int = 0, box: Ref<Box>? = nil) {
            (self.id, self.text, self.code) = (id, text, code ?? "\(id)")
            (self.version, self.box) = (version, box)
        }

        struct Refusal: Error {}

        mutating func willSave(replacing old: Note?, in changes: WriteTransaction) throws {
            HookTests.record.add("will save \(id), was \(old?.version ?? -1)")
            if text == "refused" { throw Refusal() }
            if text == "trim" { text = "" }
            version = (old?.version ?? 0) + 1
            if let box, old?.box != box {
                try changes.update(Box.self, box.id) { $0.count += 1 }
            }
            if text == "again" { try changes.save(Note(id: id, text: "inner")) }
            if text == "chain" { try changes.save(Note(id: id + 1, text: "chain")) }
        }

        static func didSave(_ saved: Saved<Note>) {
            let (inserted, updated) = (saved.inserted.map(\.id), saved.updated.map(\.new.id))
            HookTests.record.add(
                "did save \(inserted) \(updated) \(saved.deleted.map(\.id))"
                    + " by \(saved.commit.author ?? "nobody")")
        }
    }

    struct Box: Entity, Equatable {
        let id: Int
        var count: Int
        static let schema = EntitySchema(
            Box.init, Attribute("id", \.id), Attribute("count", \.count))
    }

    private static func store() throws -> Store {
        let store = try Store.inMemory(Note.self, Box.self)
        try store.performChanges { try $0.insert(Box(id: 1, count: 0)) }
        _ = record.take()
        return store
    }

    @Test func `V29 willSave runs before each kind of save, and didSave after the commit`() throws {
        let store = try Self.store()
        try store.performChanges(author: "Anne") { changes in
            let note = try changes.insert(Note(id: 1, text: "a"))
            #expect(note.version == 1)
            #expect(try changes.update(note).version == 2)
            #expect(try changes.update(Note.self, 1) { $0.text = "b" }.version == 3)
            try changes.save(Note(id: 2, text: "c"))
            try changes.upsert(Note(id: 9, text: "d", code: "2"), on: \.code)
            try changes.upsert(
                Note(id: 9, text: "e", code: "1"), on: \.code,
                conflict: .merge { stored, new in
                    stored.text += new.text
                })
            try changes.findOrInsert(Note.self, 3) { Note(id: 3, text: "f") }
            Self.record.add("end")
        }
        #expect(
            Self.record.take() == [
                "will save 1, was -1", "will save 1, was 1", "will save 1, was 2",
                "will save 2, was -1", "will save 2, was 1", "will save 1, was 3",
                "will save 3, was -1", "end", "did save [1, 2, 3] [] [] by Anne",
            ])
        #expect(try store.fetch(\.version, Note.all) == [4, 2, 1])
        #expect(try store.find(Note.self, 1)?.text == "be")
        try store.performChanges { try $0.delete(Note.self, 2) }
        try store.performChanges { try $0.update(Box.self, 1) { $0.count = 0 } }
        #expect(Self.record.take() == ["did save [] [] [2] by nobody"])
    }

    @Test func `changes of willSave are undone with a save that fails`() throws {
        let store = try Self.store()
        try store.performChanges { changes in
            let box = Ref<Box>(id: 1)
            for text in ["trim", "refused"] {
                #expect(throws: StoreError.self) {
                    try changes.insert(Note(id: 1, text: text, box: box))
                }
            }
            let refusal = #expect(throws: StoreError.self) {
                try changes.insert(Note(id: 1, text: "refused"))
            }
            #expect(refusal?.code == .refused)
            #expect(refusal?.message.contains("'Note' with the id 1") == true)
            #expect(refusal?.cause == "Refusal()")
            #expect(throws: StoreError.self) {
                try changes.insert(contentsOf: [
                    Note(id: 1, text: "sound", box: box), Note(id: 2, text: "trim", box: box),
                    Note(id: 3, text: "trim", box: box),
                ])
            }
            #expect(try changes.find(Box.self, 1)?.count == 0)
            #expect(try changes.count(Note.all) == 0)
            try changes.insert(Note(id: 4, text: "sound", box: box))
            #expect(try changes.find(Box.self, 1)?.count == 1)
        }
    }

    @Test func `all broken rules of several objects are reported, as the hooks leave them`() throws
    {
        let store = try Self.store()
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { changes in
                try changes.insert(contentsOf: [
                    Note(id: 1, text: "trim"), Note(id: 2, text: "sound", version: -5),
                    Note(id: 3, text: "trim"),
                ])
            }
        }
        #expect(error?.violations.map(\.id) == ["1", "3"])
    }

    @Test func `a savepoint, an error and a dry run leave nothing to report`() throws {
        struct Stop: Error {}
        let store = try Self.store()
        try store.performChanges { changes in
            try changes.insert(Note(id: 1, text: "stays"))
            #expect(throws: Stop.self) {
                try changes.savepoint {
                    try changes.insert(Note(id: 2, text: "goes"))
                    throw Stop()
                }
            }
        }
        #expect(
            Self.record.take() == [
                "will save 1, was -1", "will save 2, was -1", "did save [1] [] [] by nobody",
            ])
        #expect(throws: Stop.self) {
            try store.performChanges { changes in
                try changes.insert(Note(id: 3, text: "goes"))
                throw Stop()
            }
        }
        let preview = try store.dryRun { try $0.insert(Note(id: 4, text: "goes")) }
        #expect(try preview.inserted(Note.self).map(\.version) == [1])
        try store.performChanges { _ in }
        #expect(Self.record.take() == ["will save 3, was -1", "will save 4, was -1"])
    }

    @Test func `hooks that call each other endlessly are stopped`() throws {
        let store = try Self.store()
        for (text, problem) in [("again", "its own willSave"), ("chain", "save the next one")] {
            let error = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.insert(Note(id: 1, text: text)) }
            }
            #expect(error?.code == .hookLoop)
            #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
        }
        #expect(try store.count(Note.all) == 0)
    }

    @Test func `an object that loses a reference is saved with its hook`() throws {
        let store = try Self.store()
        try store.performChanges { changes in
            try changes.insert(Note(id: 1, text: "a", box: Ref(id: 1)))
        }
        _ = Self.record.take()
        try store.performChanges { try $0.delete(Box.self, 1) }
        #expect(
            Self.record.take() == ["will save 1, was 1", "did save [] [1] [] by nobody"])
        #expect(try store.find(Note.self, 1) == Note(id: 1, text: "a", version: 2))
    }

    @Test func `didSave runs without the writer's lock, for asynchronous changes too`() async throws
    {
        let store = try Store.inMemory(Counter.self)
        try await store.performChanges { try $0.insert(Counter(id: 1, value: 0)) }
        Counter.store.withLock { $0 = store }
        defer { Counter.store.withLock { $0 = nil } }
        try Counter.insert(2, 3, store)
        // Each didSave has made one more change, until nothing was left to do.
        #expect(try store.find(Counter.self, 2)?.value == 0)
        try await store.performChanges { try $0.insert(Counter(id: 3, value: 2)) }
        #expect(try store.find(Counter.self, 3)?.value == 0)
        #expect(try store.snapshot().commitNumber == 1 + 1 + 4 + 3)
    }

    /// Counts down in its hook, one commit after another.
    struct Counter: Entity, DidSave {
        let id: Int
        var value: Int

        static let store = Mutex<Store?>(nil)
        static let schema = EntitySchema(
            Counter.init, Attribute("id", \.id), Attribute("value", \.value))

        /// Inserts a counter on the caller's thread.
        static func insert(_ id: Int, _ value: Int, _ store: Store) throws {
            try store.performChanges { _ = try $0.insert(Counter(id: id, value: value)) }
        }

        static func didSave(_ saved: Saved<Counter>) {
            guard let store = store.withLock({ $0 }) else { return }
            for object in saved.inserted + saved.updated.map(\.new) where object.value > 0 {
                try? store.performChanges { changes in
                    _ = try changes.update(Counter.self, object.id) { $0.value -= 1 }
                }
            }
        }
    }
}
