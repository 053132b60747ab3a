import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Objects that are treated as deleted, and kept.
@Suite struct DefaultFilterTests {
    struct Note: Entity, Hashable {
        let id: Int
        var text: String
        var isGone: Bool
        var folder: Ref<Folder>?

        static let defaultFilter = Filter<Note> { $0.isGone == false }
        static let defaultSort: Sorting<Note> = [\.text.descending]
        static let schema = EntitySchema(
            Note.init, Attribute("id", \.id), Attribute("text", \.text, .unique),
            Attribute("isGone", \.isGone), Attribute("folder", \.folder))
    }

    struct Folder: Entity, Hashable {
        let id: Int
        var search: FetchRequest<Note>
        var notes: ToMany<Note> { ToMany(of: self, inverse: \.folder) }
        static let schema = EntitySchema(
            Folder.init, Attribute("id", \.id), Attribute("search", \.search),
            inverses: [Inverse("notes", \.notes, of: \.folder)])
    }

    private static func store() throws -> Store {
        let store = try Store.inMemory(Note.self, Folder.self)
        try store.performChanges { changes in
            try changes.insert(Folder(id: 1, search: Note.where { $0.text >= "b" }))
            for (id, text) in ["a", "b", "c", "d"].enumerated() {
                try changes.insert(
                    Note(id: id, text: text, isGone: id == 1, folder: Ref(id: 1)))
            }
        }
        return store
    }

    @Test func `T13 every request applies the default filter`() throws {
        let store = try Self.store()
        #expect(try store.fetch(\.text, Note.all) == ["a", "c", "d"])
        #expect(try store.count(Note.where { $0.text < "c" }) == 1)
        #expect(try store.fetch(\.text, Note.sortedFetchRequest) == ["d", "c", "a"])
        #expect(try store.page(Note.all.limit(2)).items.map(\.text) == ["a", "c"])
        #expect(try store.min(\.text, Note.where { $0.text > "a" }) == "c")
        let all = Note.all.ignoringDefaultFilter
        #expect(try store.count(all) == 4)
        #expect(try store.count(all.where { $0.text < "c" }) == 2)
        let folder = try #require(try store.find(Folder.self, 1))
        #expect(try store.fetch(folder.notes).count == 3)
        #expect(try store.count(folder.notes.request.ignoringDefaultFilter) == 4)
        // A read that names the object finds it.
        #expect(try store.find(Note.self, 1) != nil)
        #expect(try store.find(Note.self, \.text, "b") != nil)
        try store.performChanges { changes in
            let updated = try changes.update(Note.all) { $0.text += "!" }
            let deleted = try changes.delete(Note.all)
            #expect(updated == 3 && deleted == 3)
        }
        #expect(try store.fetch(\.text, all) == ["b"])
    }

    @Test func `requests and their opt-out survive coding and storing`() throws {
        let store = try Self.store()
        for request in [Note.all, Note.all.ignoringDefaultFilter] {
            let coded = try JSONEncoder().encode(request)
            let decoder = JSONDecoder()
            decoder.userInfo[.mayIgnoreDefaultFilter] = true
            let again = try decoder.decode(FetchRequest<Note>.self, from: coded)
            #expect(again == request)
            #expect(try store.count(again) == store.count(request))
        }
        let folder = try #require(try store.find(Folder.self, 1))
        #expect(try store.fetch(\.text, folder.search) == ["c", "d"])
        // It holds no objects: it finds those that exist now.
        try store.performChanges { try $0.update(Note.self, 1) { $0.isGone = false } }
        #expect(try store.fetch(\.text, folder.search) == ["b", "c", "d"])
    }

    @Test func `a decoded request cannot ignore the default filter`() throws {
        let coded = try JSONEncoder().encode(Note.all.ignoringDefaultFilter)
        #expect {
            try JSONDecoder().decode(FetchRequest<Note>.self, from: coded)
        } throws: { error in
            guard case DecodingError.dataCorrupted(let context) = error else { return false }
            return context.debugDescription.contains("default filter of Note")
        }
        // Stating the default explicitly changes nothing.
        let text = String(decoding: coded, as: UTF8.self).replacing(":true", with: ":false")
        let decoded = try JSONDecoder().decode(FetchRequest<Note>.self, from: Data(text.utf8))
        #expect(decoded == Note.all)
    }

    // The limit only guards against hanging: beside all other tests a turn can take long.
    @Test(.timeLimit(.minutes(10)))
    func `R1 an observer is notified of leaving the default filter as of a deletion`() async throws
    {
        let store = try Self.store()
        let results = store.values(of: Note.all).changes
        var iterator = results.makeAsyncIterator()
        let changes = try store.changes(of: Note.self, 2)
        #expect(try await iterator.next()?.objects.count == 3)
        try await store.performChanges { try $0.update(Note.self, 2) { $0.text = "cc" } }
        _ = try await iterator.next()
        try await store.performChanges { try $0.update(Note.self, 2) { $0.isGone = true } }
        #expect(try await iterator.next()?.removals == [1])
        var told: [String] = []
        for try await change in changes {
            switch change {
            case .updated(let update): told.append(update.new.text)
            case .deleted(let last): told.append("gone \(last.text)")
            }
        }
        #expect(told == ["cc", "gone cc"])
    }

    @Test func `only returns the one matching object and refuses several`() throws {
        let store = try Self.store()
        #expect(try store.only(Note.self) { $0.text == "a" }?.id == 0)
        #expect(try store.only(Note.self) { $0.text == "b" } == nil)
        #expect(try store.only(Note.all.limit(1))?.id == 0)
        let error = storeError { try store.only(Note.all) }
        #expect(error?.code == .tooManyResults)
        #expect(error?.message.contains("'Note'") == true)
    }
}
