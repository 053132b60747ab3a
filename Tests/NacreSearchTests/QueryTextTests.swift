import Foundation
import NacreSearch
import NacreText
import Testing

@Suite struct QueryTextTests {
    @Test func `the text of a query gives an equal query`() throws {
        for seed in UInt64(0)..<2000 {
            var random = RandomQuery(seed: seed)
            let query = random.query()
            let text = query.description
            for options in [SearchQuery.Options.lenient, .strict] {
                let again = try SearchQuery(text, options, attributes: .any)
                try #require(again == query, "seed \(seed), options \(options): \(text)")
                try #require(again.description == text, "seed \(seed): \(text)")
            }
        }
    }

    @Test func `any text is a query when it is read leniently, and its text an equal one`() throws {
        let known = SearchAttributes.named(["title"])
        for seed in UInt64(0)..<4000 {
            var random = RandomQuery(seed: seed)
            let text = random.queryText()
            for options in [SearchQuery.Options.lenient, .prefixLast] {
                let query = try SearchQuery(text, options, attributes: known)
                let again = try SearchQuery(query.description, .strict, attributes: known)
                try #require(again == query, "seed \(seed): \(text) is \(query), not \(again)")
            }
            if let strict = try? SearchQuery(text, .strict, attributes: known) {
                let lenient = try SearchQuery(text, .lenient, attributes: known)
                try #require(strict == lenient, "seed \(seed): \(text)")
            }
        }
    }

    @Test func `a lenient query has each word of its text`() throws {
        for seed in UInt64(0)..<2000 {
            var random = RandomQuery(seed: seed)
            let text = random.queryText()
            let query = try SearchQuery(text, .lenient)
            // Operators are words only where they have no meaning.
            let operators: Set<String> = ["or", "and", "not", "near"]
            func words(_ text: String) -> Set<String> {
                Set(Tokenizer.words.terms(of: text)).subtracting(operators)
            }
            let distances = Set((0...20).map(String.init))
            // A quote in quotes is written twice.
            let kept = words(query.description.replacing("\"\"", with: "\""))
            let lost = words(text).subtracting(kept).subtracting(distances)
            try #require(lost.isEmpty, "seed \(seed): \(text) is \(query), without \(lost)")
        }
    }

    @Test func `the coded form is the text`() throws {
        let query = try SearchQuery("title:\"a b\" -c OR d*", .strict, attributes: .any)
        let json = try JSONEncoder().encode([query])
        #expect(String(decoding: json, as: UTF8.self) == #"["title:\"a b\" -c OR d*"]"#)
        #expect(try JSONDecoder().decode([SearchQuery].self, from: json) == [query])
    }

    @Test func `queries of random parts are decoded as they were encoded`() throws {
        for seed in UInt64(0)..<500 {
            var random = RandomQuery(seed: seed)
            let query = random.query()
            let json = try JSONEncoder().encode([query])
            let again = try JSONDecoder().decode([SearchQuery].self, from: json)
            try #require(again == [query], "seed \(seed): \(query)")
        }
    }

    @Test(arguments: [
        #"[1]"#, #"[null]"#, #"[{"all": []}]"#, #"["("]"#, #"["a OR"]"#, #"["\"a"]"#, #"[""]"#,
        "[\"" + String(repeating: "(", count: 33) + "a" + String(repeating: ")", count: 33) + "\"]",
        "[\"" + String(repeating: "a ", count: 300) + "\"]",
        "[\"" + String(repeating: "a", count: 70_000) + "\"]",
    ])
    func `a damaged coded form is an error`(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([SearchQuery].self, from: Data(json.utf8))
        }
    }

    @Test func `a query that is too large for its text is not encoded`() {
        func query(levels: Int) -> SearchQuery {
            (0..<levels).reduce(.word("a")) { query, _ in
                .any(.all(query, .word("b")), .word("c"))
            }
        }
        let fitting = query(levels: SearchLimits.depthMax + 1)
        #expect(throws: Never.self) { try JSONEncoder().encode([fitting]) }
        let deep = query(levels: SearchLimits.depthMax + 2)
        #expect(deep.description == "a query of too many levels")
        for query in [deep, .phrase(String(repeating: "a", count: 70_000))] {
            #expect(throws: EncodingError.self) { try JSONEncoder().encode([query]) }
        }
    }
}
