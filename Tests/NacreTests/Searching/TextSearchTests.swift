import Foundation
import Nacre
import NacreSearch
import NacreTestSupport
import Testing

@Entity
struct SearchedNote: Equatable {
    #Search<SearchedNote>([\.title, \.body, \.tags], weights: [\.title: 4])
    #Search<SearchedNote>([\.code], named: "code", tokenizer: .code)
    let id: Int
    var title: String
    @Attribute(.transformed(by: .utf8, .lz4(from: 20))) var body = ""
    var tags: [String] = []
    var code: String?
    @Attribute(.indexed) var rank = 0
    var author: Ref<SearchedAuthor>?
}

@Entity
struct SearchedAuthor {
    let id: String
    @Attribute(.searchable(weight: 2)) var name: String
    @Attribute(.searchable) var motto: String = ""
}

@Entity
struct SealedNote {
    let id: Int
    @Attribute(
        .searchable,
        .transformed(by: Transformer<String, String>.reversedText, keepsEquality: false))
    var text: String
}

extension Transformer where Value == String, Stored == String {
    fileprivate static var reversedText: Self {
        Transformer(
            "reversed", keepsEquality: false, transform: { String($0.reversed()) },
            reverse: { String($0.reversed()) })
    }
}

/// Full-text searches by types.
@Suite struct TextSearchTests {
    private func store() throws -> Store {
        let store = try Store.inMemory(SearchedNote.self, SearchedAuthor.self)
        try store.performChanges { changes in
            try changes.save(SearchedAuthor(id: "knuth", name: "Donald Knuth", motto: "Beware"))
            try changes.save(
                SearchedNote(
                    id: 1, title: "Append only", body: "A store in Swift that never overwrites.",
                    tags: ["database", "swift"], code: "func appendOnly_2()", rank: 2,
                    author: Ref(id: "knuth")))
            try changes.save(
                SearchedNote(
                    id: 2, title: "Stores", body: "Append, and only then read. No SQL here.",
                    tags: ["database"], rank: 1))
            try changes.save(SearchedNote(id: 3, title: "Swift", body: "Swift swift swift!"))
        }
        return store
    }

    @Test func `words, phrases, exclusions and prefixes are found`() throws {
        let store = try store()
        func ids(_ words: String) throws -> Set<Int> {
            Set(try store.search(SearchedNote.self, words).map(\.object.id))
        }
        #expect(try ids("swift") == [1, 3])
        #expect(try ids("append only") == [1, 2])
        #expect(try ids("\"append only\"") == [1])
        #expect(try ids("store*") == [1, 2])
        #expect(try ids("swift -database") == [3])
        #expect(try ids("sql OR overwrites") == [1, 2])
        #expect(try ids("title:swift") == [3])
        #expect(try ids("tags:database") == [1, 2])
        #expect(try ids("swfit~") == [1, 3])
        #expect(try ids("nothing here at all") == [])
        #expect(try ids("") == [])
    }

    @Test func `hits come with scores, the best one first, and in pages`() throws {
        let store = try store()
        let all = try store.search(SearchedNote.self, "swift OR append OR store*")
        #expect(all.count == 3)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.score >= $1.score })
        let first = try store.search(SearchedNote.self, "swift OR append OR store*", limit: 2)
        let rest = try store.search(
            SearchedNote.self, "swift OR append OR store*", limit: 2, after: first.cursor)
        #expect(first.objects + rest.objects == all.objects)
    }

    @Test func `a search is a filter like any other`() throws {
        let store = try store()
        let request = SearchedNote.where { $0.search("append only") && $0.rank < 2 }
        #expect(try store.fetch(request).map(\.id) == [2])
        #expect(try store.count(SearchedNote.where { !$0.search("swift") }) == 1)
        let sorted = SearchedNote.where { $0.search("append") }.sorted(\.rank.ascending)
        #expect(try store.fetch(sorted).map(\.id) == [2, 1])
        let named = SearchedNote.where { $0.search("appendOnly_2", in: "code") }
        #expect(try store.fetch(named).map(\.id) == [1])
        #expect(try store.fetch(SearchedNote.where { $0.search("only", in: "code") }).count == 1)
        let hits = try store.search(SearchedNote.where { $0.rank > 0 }.limit(5), "append")
        #expect(Set(hits.map(\.object.id)) == [1, 2])
    }

    @Test func `a filter with a search is coded, and read from text`() throws {
        let store = try store()
        let filter = Filter<SearchedNote> { $0.search("append -sql") && $0.rank > 1 }
        #expect(filter.description == "search(\"append -sql\") && rank > 1")
        let coded = try JSONDecoder().decode(
            Filter<SearchedNote>.self, from: JSONEncoder().encode(filter))
        #expect(coded == filter)
        #expect(try store.fetch(SearchedNote.where(coded)).map(\.id) == [1])
        let text = "author.search(\"name:knuth\") && !search(code, \"swift\")"
        let parsed = try Filter<SearchedNote>(parsing: text)
        #expect(try store.fetch(SearchedNote.where(parsed)).map(\.id) == [1])
    }

    @Test func `marked attributes are one search`() throws {
        let store = try store()
        #expect(try store.search(SearchedAuthor.self, "beware knuth").count == 1)
        #expect(try store.search(SearchedAuthor.self, "motto:knuth").isEmpty)
    }

    @Test func `a change finds its own writes, and a snapshot does not`() throws {
        let store = try store()
        let before = try store.snapshot()
        try store.performChanges { changes in
            try changes.save(SearchedNote(id: 4, title: "Swift again"))
            try changes.delete(SearchedNote.self, 3)
            #expect(Set(try changes.search(SearchedNote.self, "swift").map(\.object.id)) == [1, 4])
        }
        #expect(Set(try before.search(SearchedNote.self, "swift").map(\.object.id)) == [1, 3])
        #expect(Set(try store.search(SearchedNote.self, "swift").map(\.object.id)) == [1, 4])
    }

    @Test func `snippets show the words that were found`() throws {
        let store = try store()
        let hits = try store.search(SearchedNote.self, "overwrit*")
        let hit = try #require(hits.first)
        let snippet = hit.snippet(\.body, around: 2)
        #expect(snippet.highlighted(open: "[", close: "]").contains("[overwrites]"))
        #expect(hit.snippet(\.title).ranges.isEmpty)
        #expect(hit.ranges(\.body).map { hit.object.body[$0] } == ["overwrites"])
        #expect(hit.snippet(\.code).text.contains("appendOnly_2"))
    }

    @Test func `malformed queries search their words, or are errors`() throws {
        let store = try store()
        #expect(try store.search(SearchedNote.self, "\"append (").count == 2)
        let error = #expect(throws: StoreError.self) {
            _ = try store.search(SearchedNote.self, "\"append (", options: .strict)
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("^") == true)
        #expect(throws: StoreError.self) {
            _ = try store.search(SearchedNote.self, "swift", in: "nothing")
        }
        #expect(throws: StoreError.self) {
            _ = try store.search(SearchedNote.all.sorted(\.rank.ascending), "swift")
        }
    }

    @Test(arguments: [
        String(repeating: "a", count: 1 << 20), String(repeating: "a ", count: 1 << 19),
        String(repeating: "(", count: 1 << 20), String(repeating: "-", count: 1 << 20),
        String(repeating: "\"", count: 1 << 20), String(repeating: "a OR ", count: 1 << 17),
        (0..<10_000).map { "word\($0)" }.joined(separator: " "),
        String(repeating: "(a ", count: 10_000), String(repeating: "a* ", count: 40),
        String(repeating: "\u{301}", count: 30_000),
    ])
    func `a query that is too large is a short error, and no query traps`(words: String) throws {
        let store = try store()
        for options in [SearchQuery.Options.lenient, .strict, .prefixLast] {
            let error = storeError {
                _ = try store.search(SearchedNote.self, words, options: options)
                _ = try store.count(SearchedNote.where { $0.search(words) })
                _ = try store.completions(SearchedNote.self, words)
            }
            guard let error else { continue }
            #expect(error.code == .invalidValue)
            #expect(error.message.utf8.count < 1000)
        }
    }

    @Test func `a search as you type finds words that begin like the last one`() throws {
        let store = try store()
        #expect(
            try store.search(SearchedNote.self, "sto", options: .prefixLast).map(\.object.id)
                .sorted() == [1, 2])
    }

    @Test func `completions are the words that most objects have`() throws {
        let store = try store()
        #expect(try store.completions(SearchedNote.self, "S").first?.word == "swift")
        #expect(
            try store.completions(SearchedNote.self, "stor").map(\.word) == ["store", "stores"])
        #expect(try store.completions(SearchedNote.self, "xyz").isEmpty)
    }

    @Test func `a text that a stage hides cannot be searched`() throws {
        let error = #expect(throws: StoreError.self) {
            _ = try Store.inMemory(SealedNote.self)
        }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("opaque.reversed") == true)
    }
}
