import Nacre
import NacreTestSupport
import Testing

/// Entities whose objects are only added. CompileTests shows that calls which change them do not
/// compile.
@Suite struct AppendOnlyTests {
    private struct Entry: Entity, Equatable {
        typealias Mutability = AppendOnly
        let id: Int
        var text: String
        static let schema = EntitySchema(
            Entry.init, Attribute("id", \.id), Attribute("text", \.text))
    }

    /// A day, which holds entries and may itself be changed.
    private struct Day: Entity, Equatable {
        let id: Int
        var note: String
        var entries: [Entry]
        static let schema = EntitySchema(
            Day.init, Attribute("id", \.id), Attribute("note", \.note),
            Attribute("entries", \.entries))
    }

    private struct Nulled: Entity {
        typealias Mutability = AppendOnly
        let id: Int
        var day: Ref<Day>?
        static let schema = EntitySchema(
            Nulled.init, Attribute("id", \.id),
            Attribute("day", \.day, .relationship(.nullify)))
    }

    @Test func `V12 entries are inserted and read, and their holders never change them`() throws {
        let store = try Store.inMemory(Day.self, Entry.self)
        try store.performChanges { changes in
            try changes.insert(Entry(id: 1, text: "a"))
            try changes.insert(contentsOf: [Entry(id: 2, text: "b")])
            try changes.findOrInsert(Entry.self, 2) { Entry(id: 2, text: "c") }
            let twice = storeError { try changes.insert(Entry(id: 1, text: "d")) }
            #expect(twice?.code == .duplicateID)
        }
        #expect(try store.fetch(\.text, Entry.all) == ["a", "b"])

        let kept = [Entry(id: 1, text: "a"), Entry(id: 3, text: "new")]
        try store.performChanges { try $0.insert(Day(id: 1, note: "x", entries: kept)) }
        try store.performChanges { try $0.update(Day.self, 1) { $0.note = "y" } }
        let error = storeError {
            try store.performChanges { try $0.update(Day.self, 1) { $0.entries[1].text = "z" } }
        }
        #expect(error?.code == .appendOnly)
        #expect(error?.message.contains("'Entry'") == true)
        #expect(try store.find(Day.self, 1) == Day(id: 1, note: "y", entries: kept))
        // An object that is no longer held is not deleted.
        try store.performChanges { try $0.update(Day.self, 1) { $0.entries = [] } }
        #expect(try store.count(Entry.all) == 3)
    }

    @Test func `a delete rule that would change entries is refused when the store is opened`() {
        let error = storeError { try Store.inMemory(Nulled.self, Day.self) }
        #expect(error?.code == .schemaMismatch)
        for part in ["'Nulled'", "'day'", ".noAction"] {
            #expect(error?.message.contains(part) == true)
        }
    }
}
