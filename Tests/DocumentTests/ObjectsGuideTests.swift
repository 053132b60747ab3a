import Foundation
import Nacre
import NacreObjects
import Testing

// snippet: convertible
extension Author: ManagedObjectConvertible {}
// end snippet

/// Runs the code of the guide to live objects and workers.
@Suite struct ObjectsGuideTests {
    @Test func `live objects and workers work as the guide shows`() async throws {
        let store = try Store.inMemory(Author.self, Book.self, Club.self)
        let emmaID = try await store.performChanges { changes in
            let austen = try changes.insert(Author(id: "austen", name: "Jane Austen", born: nil))
            return try changes.insert(
                Book(isbn: "978-0", title: "Emma", author: Ref(austen), genre: .novel, pages: 474)
            ).id
        }
        try edit(emmaID, in: store)
        #expect(try store.find(emmaID)?.pages == 480)
        #expect(try store.find(Author.self, "austen")?.name == "Jane Austen")

        // snippet: worker
        let worker: any WorkerProtocol = Worker(store)
        try await worker.upsert([Author(id: "eliot", name: "George Eliot", born: nil)])
        let authors: [Author] = try await worker.get(
            where: { $0.name.hasPrefix("G") }, sort: [\.name.ascending], limit: 10)
        // end snippet
        #expect(authors.map(\.id) == ["eliot"])
    }

    @MainActor @Test func `live results work as the guide shows`() async throws {
        let store = try Store.inMemory(Author.self, Book.self, Club.self)
        try await store.performChanges { changes in
            let austen = try changes.insert(Author(id: "austen", name: "Jane Austen", born: nil))
            for (isbn, title, pages) in [("1", "Emma", 474), ("2", "Lady Susan", 100)] {
                try changes.insert(
                    Book(
                        isbn: isbn, title: title, author: Ref(austen), genre: .novel,
                        pages: pages))
            }
        }
        // snippet: results
        let books = LiveResults(Book.all.sorted(\.title.ascending), in: store, sections: \.genre)
        for section in books.sections {
            print(section.value, section.objects.map(\.title))
        }
        books.request = Book.where { $0.pages > 200 }.sorted(\.title.ascending)
        books.onChange = { change in print(change.removals, change.insertions, change.updates) }
        // end snippet
        for _ in 0..<5000 where books.objects.count != 1 {
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(books.objects.map(\.title) == ["Emma"])
    }

    private func edit(_ emmaID: Book.ID, in store: Store) throws {
        // snippet: live
        let context = try Context(store)
        if let emma = try context.find(Book.self, emmaID) {
            emma.pages += 6
            emma.author?.name = "J. Austen"
            context.undo()
        }
        try context.save()
        // end snippet
    }
}
