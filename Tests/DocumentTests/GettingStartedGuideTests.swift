import Foundation
import Nacre
import Testing

/// Runs the code of the guide for beginners.
@Suite struct GettingStartedGuideTests {
    @Test func `the getting-started guide works, also when it runs a second time`() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "nacre-guide-\(UUID()).nacre").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 0..<2 { try getStarted(at: path) }
    }

    private func getStarted(at path: String) throws {
        // snippet: open
        let store = try Store(at: path, Author.self, Book.self)
        // end snippet

        // snippet: change
        let emma = try store.performChanges { changes in
            let austen = try changes.save(Author(id: "austen", name: "Jane Austen", born: nil))
            return try changes.upsert(
                Book(isbn: "978-0", title: "Emma", author: Ref(austen), genre: .novel, pages: 474),
                on: \.isbn)
        }
        try store.performChanges { changes in
            try changes.update(emma.id) { $0.shelf = Shelf(room: "Library", number: 3) }
            try changes.delete(Book.where { $0.pages == 0 })
        }
        // end snippet

        // snippet: upsert
        try store.performChanges { changes in
            let shelved = Book(
                isbn: "978-0", title: "Emma", author: emma.author, genre: .novel, pages: 480)
            try changes.upsert(shelved, on: \.isbn)
            try changes.findOrInsert(Author.self, "woolf") {
                Author(id: "woolf", name: "Virginia Woolf", born: nil)
            }
        }
        // end snippet
        #expect(try store.find(emma.id)?.pages == 480)
        #expect(try store.count(Author.all) == 2)
        try store.close()

        // snippet: read-only
        let archive = try Store(at: path, options: .readOnly, Author.self, Book.self)
        // end snippet
        #expect(try archive.count(Book.all) == 1)
    }
}
