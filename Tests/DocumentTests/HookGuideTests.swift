import Foundation
import Nacre
import Testing

/// Runs the code of the guide "Hooks, derived attributes and default filters".
@Suite struct HookGuideTests {
    @Test func `hooks work as the guide shows`() throws {
        let store = try Store.inMemory(Notebook.self, Note.self)
        // snippet: hooks at work
        let book = try store.performChanges { try $0.insert(Notebook(title: "Ideas")) }
        try store.performChanges { changes in
            for text in ["one", "two"] {
                try changes.insert(Note(text: text, notebook: Ref(book)))
            }
            try changes.insert(Note(text: "three", notebook: Ref(book), isLocked: true))
        }
        do {
            try store.performChanges { _ = try $0.delete(Note.all) }
        } catch let error as StoreError where error.code == .refused {
            print(error)
        }
        // end snippet
        #expect(try store.find(book.id)?.count == 3)
        #expect(try store.count(Note.where { $0.modified > .now - 60 }) == 3)
        try store.performChanges { changes in
            try changes.update(Note.all) { $0.isLocked = false }
            try changes.delete(Note.where { $0.text == "two" })
            #expect(try changes.find(book.id)?.count == 2)
            try changes.delete(book.id)
        }
        #expect(try store.count(Note.all) == 0)
    }

    @Test func `E8 derived attributes work as the guide shows`() throws {
        let store = try Store.inMemory(Contact.self)
        try store.performChanges { changes in
            try changes.insert(Contact(first: "Anne", last: "berg", isSelected: true))
            try changes.insert(Contact(first: "Bo", last: "Aas"))
        }
        // snippet: derived at work
        let sorted = try store.fetch(Contact.all.sorted(\.sortKey.ascending))
        let bergs = try store.count(Contact.where { $0.sortKey.hasPrefix("berg ") })
        // end snippet
        #expect(sorted.map(\.first) == ["Bo", "Anne"] && bergs == 1)
        #expect(sorted.allSatisfy { !$0.isSelected })
        #expect(try store.fetch(\.initial, Contact.all.sorted(\.first.ascending)) == ["b", "A"])
    }

    @Test func `an append-only entity works as the guide shows`() throws {
        let store = try Store.inMemory(Payment.self)
        // snippet: append-only at work
        try store.performChanges { changes in
            try changes.insert(Payment(amount: 12, paid: .now))
            // try changes.delete(Payment.all) would not compile.
        }
        // end snippet
        #expect(try store.sum(\.amount, Payment.all) == 12)
    }

    @Test func `V35 R9 default filters and stored requests work as the guide shows`() throws {
        let store = try Store.inMemory(Letter.self, SmartFolder.self, Setting.self)
        let letters = try store.performChanges { changes in
            try changes.insert(
                SmartFolder(name: "in", search: Letter.where { $0.text.contains("!") }))
            return try ["a!", "b", "c!"].map { try changes.insert(Letter(text: $0, folder: "in")) }
        }
        // snippet: soft deletion
        try store.performChanges { changes in
            _ = try changes.update(letters[0].id) { $0.deleted = .now }
        }
        let shown = try store.fetch(Letter.all)
        let bin = try store.fetch(Letter.where { $0.deleted != nil }.ignoringDefaultFilter)
        // end snippet
        #expect(shown.map(\.text) == ["b", "c!"] && bin.map(\.text) == ["a!"])
        // snippet: fetched at work
        let snapshot = try store.snapshot()
        if let folder = try snapshot.only(SmartFolder.self, where: { $0.name == "in" }) {
            let found = try snapshot.fetch(folder.search.sorted(\.text.ascending))
            let all = try snapshot.count(folder.letters)
            print(found, all)
        }
        // end snippet
        let folder = try #require(try snapshot.first(SmartFolder.all))
        #expect(try snapshot.fetch(\.text, folder.search) == ["c!"])
        #expect(try snapshot.count(folder.letters) == 2)
        try store.performChanges { try $0.save(Setting(id: "theme", value: "dark")) }
        // snippet: settings at work
        let theme = try store.find(Setting.self, "theme")?.value ?? "light"
        // end snippet
        #expect(theme == "dark")
    }
}
