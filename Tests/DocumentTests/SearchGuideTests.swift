import Foundation
import Nacre
import Testing

// snippet: search-entity
@Entity
struct Essay {
    #Search<Essay>([\.title, \.text, \.topics], weights: [\.title: 4])
    let id: Int
    var title: String
    @Attribute(.transformed(by: .utf8, .lz4(from: 200))) var text: String
    var topics: [String] = []
    @Attribute(.indexed) var year = 2026
}
// end snippet

/// Runs the code of the guide to searching text.
@Suite struct SearchGuideTests {
    private func store() throws -> Store {
        let store = try Store.inMemory(Essay.self)
        try store.performChanges { changes in
            try changes.save(
                Essay(
                    id: 1, title: "Stores in Swift",
                    text: "An append only file, and indexes in memory.", year: 2024))
            try changes.save(
                Essay(
                    id: 2, title: "Append only", text: "Written in Swift, without SQL: index it.",
                    topics: ["files"]))
        }
        return store
    }

    @Test func `words are found and ranked`() throws {
        let store = try store()
        // snippet: search-hits
        let hits = try store.search(Essay.self, "swift \"append only\" -sql index*")
        for hit in hits {
            print(hit.score, hit.object.title, hit.snippet(\.text, around: 12).text)
        }
        // end snippet
        #expect(hits.map(\.object.id) == [1])
        // snippet: search-snippet
        let html = hits.map { $0.snippet(\.text).html }
        // end snippet
        #expect(html[0].contains("<mark>append</mark>"))
        // snippet: search-typing
        let typed = try store.search(Essay.self, "append on", options: .prefixLast)
        let next = try store.completions(Essay.self, "appe", limit: 5)
        // end snippet
        #expect(typed.count == 2)
        #expect(next.map(\.word) == ["append"])
    }

    @Test func `requests and pages`() throws {
        let store = try store()
        // snippet: search-pages
        let recent = Essay.where { $0.year >= 2025 }.limit(10)
        let first = try store.search(recent, "swift")
        let second = try store.search(recent, "swift", after: first.cursor)
        // end snippet
        #expect(first.map(\.object.id) == [2])
        #expect(second.isEmpty)
    }

    @Test func `filters and queries in code`() throws {
        let store = try store()
        // snippet: search-filter
        let request = Essay.where { $0.search("append only") && $0.year < 2025 }
            .sorted(\.year.ascending)
        let essays = try store.fetch(request)
        let count = try store.count(Essay.where { $0.search("swift") })
        // end snippet
        #expect(essays.map(\.id) == [1])
        #expect(count == 2)
        // snippet: search-typed
        let query: SearchQuery = .all(
            .word("swift"), .any(.prefix("ind"), .not(.phrase("no sql"))))
        let found = try store.search(Essay.all, query)
        // end snippet
        #expect(found.count == 2)
    }
}
