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
    var written: Date?
}
// end snippet

@Entity
struct Writer {
    let id: Int
    @Attribute(.searchable) var name: String
}

// snippet: search-tokenizer
extension SearchTokenizer {
    /// German words without their most common endings, and without articles.
    static let german = SearchTokenizer.custom("german", version: 1) { text in
        SearchTokenizer.words.words(in: text).compactMap { word in
            if ["der", "die", "das"].contains(word.text) { return nil }
            let endings = ["en", "er", "es", "e", "n", "s"]
            guard let ending = endings.first(where: word.text.hasSuffix) else { return word }
            return SearchWord(String(word.text.dropLast(ending.count)), like: word)
        }
    }
}
// end snippet

@Entity
struct Gedicht {
    #Search<Gedicht>([\.text], tokenizer: .german)
    let id: Int
    var text: String
}

/// Runs the code of the guide to searching text.
@Suite struct SearchGuideTests {
    private func store() throws -> Store {
        let store = try Store.inMemory(Essay.self, Writer.self)
        try store.performChanges { changes in
            try changes.save(
                Essay(
                    id: 1, title: "Stores in Swift",
                    text: "An append only file, and indexes in memory.", year: 2024))
            try changes.save(
                Essay(
                    id: 2, title: "Append only", text: "Written in Swift, without SQL: index it.",
                    topics: ["files"], written: Date()))
            try changes.save(Writer(id: 1, name: "Jonathan Swift"))
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

    @Test func `rankings and several entities`() throws {
        let store = try store()
        // snippet: search-ranking
        let titles = try store.search(
            Essay.self, "swift", ranking: .weights([\.title: 20, \.text: 0]))
        let recent = try store.search(
            Essay.self, "swift", ranking: .recency(\.written, halfLife: .seconds(30 * 86_400)))
        // end snippet
        #expect(titles.map(\.object.id) == [1, 2])
        #expect(titles[1].score == 0)
        #expect(recent.count == 2)
        // snippet: search-several
        let mixed = try store.search(
            "swift", in: Essay.where { $0.year >= 2024 }, Writer.all, limit: 10)
        for hit in mixed {
            switch hit.object {
            case let essay as Essay: print(essay.title, hit.snippet(around: 8).text)
            case let writer as Writer: print(writer.name)
            default: break
            }
        }
        // end snippet
        #expect(mixed.count == 3)
    }

    @Test func `hits that follow the store`() async throws {
        let store = try store()
        let (lists, list) = AsyncStream.makeStream(of: [Int].self)
        @Sendable func show(_ essays: [Essay]) { list.yield(essays.map(\.id).sorted()) }
        let following = Task {
            // snippet: search-follow
            for try await hits in store.values(ofSearch: Essay.all.limit(20), "append") {
                show(hits.objects)
            }
            // end snippet
        }
        var shown = lists.makeAsyncIterator()
        #expect(await shown.next() == [1, 2])
        try await store.performChanges { changes in
            try changes.save(Essay(id: 3, title: "Append", text: "More"))
        }
        #expect(await shown.next() == [1, 2, 3])
        following.cancel()
    }

    @Test func `rules of one's own`() throws {
        let store = try Store.inMemory(Gedicht.self)
        try store.performChanges { changes in
            try changes.save(Gedicht(id: 1, text: "Die alten Linden"))
        }
        #expect(try store.search(Gedicht.self, "linde").count == 1)
        #expect(try store.search(Gedicht.self, "die").isEmpty)
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
