import NacreSearch
import NacreText
import Testing

@Suite struct CompilerTests {
    private func compiled(
        _ text: String, _ tokenizer: Tokenizer = .words, fields: [String] = ["title", "body"]
    ) throws -> CompiledQuery {
        try SearchQuery(text, .lenient, attributes: .any)
            .compiled(with: tokenizer, fields: fields)
    }

    @Test(arguments: [
        ("", "none"), ("... - \"\" !", "none"), ("-...", "none"), ("a ... b", "a b"),
        ("(... OR b) -\"!\"", "b"), ("a OR ...", "a"), ("-a", "-a"), ("a -b", "a -b"),
        ("title:a body:(b c)", "1:a 2:b 2:c"), ("-title:a", "-1:a"),
        ("title:(a body:b)", "1:a 2:b"), ("title:near(a b, 3)", "1:near(a b,3)"),
        ("near(a \"b c\" ..., 3)", "near(a \"b c\",3)"), ("near(a ..., 3)", "a"),
        ("near(node.js ..., 3)", "\"node js\""), ("near(... !, 3)", "none"),
        ("a OR b OR c d", "any(a b c d)"), ("node.j*", "\"node j*\""), ("\"a b\"*", "\"a b*\""),
        ("it~", "it"), ("cat~", "cat~1"), ("seventy~", "seventy~1"), ("seventies~", "seventies~2"),
        ("eighties~", "eighties~2"), ("node.javascript~", "\"node~1 javascript~2\""),
        ("\u{4E2D}~", "\u{4E2D}*"), ("\u{4E2D}\u{6587}~", "\u{4E2D}\u{6587}"), ("...*", "none"),
        ("\"a, - b\"", "\"a b\""), ("\"a-b\" a-b", "\"a b\" \"a b\""), ("STRASSE", "strasse"),
    ])
    func `a query has the terms that its text means`(_ text: String, _ expected: String) throws {
        #expect(try compiled(text).shown == expected)
    }

    @Test(arguments: [
        ("fooBar_2", "foobar_2"), ("foo_bar.baz", "\"foo_bar baz@2\""),
        ("\"fooBar baz\"", "\"foobar baz@2\""),
        ("fooB*", "foob*"), ("x1", "x1"), ("x1 y", "x1 y"),
    ])
    func `code is searched for by whole identifiers`(_ text: String, _ expected: String) throws {
        #expect(try compiled(text, .code).shown == expected)
    }

    @Test func `trigrams and stems are terms like others`() throws {
        #expect(try compiled("abcd", .trigrams).shown == "\"abc bcd\"")
        #expect(try compiled("ab", .trigrams).shown == "ab*")
        #expect(try compiled("abcd~", .trigrams).shown == "\"abc bcd\"")
        #expect(try compiled("running", .stems(.english)).shown == "run")
    }

    @Test func `positions of a phrase begin at 0, and have the gaps of its tails`() throws {
        let query = try compiled("\"! a \u{4E2D}\u{6587} b\"")
        guard case .phrase(let terms, let fields) = query else {
            Issue.record("\(query)")
            return
        }
        #expect(terms.map(\.position) == [0, 1, 3])
        #expect(fields == .all)
    }

    @Test func `an unknown attribute is an error with the nearest name`() {
        let error = #expect(throws: SearchQueryError.self) { try compiled("tilte:a") }
        #expect(error?.kind == .unknownAttribute)
        #expect(
            error?.description == """
                There is no searched attribute tilte.
                Did you mean title? It has title, body.
                """)
        #expect(throws: SearchQueryError.self) { try compiled("title:a", fields: []) }
    }

    @Test func `a field beyond the greatest number finds nothing`() {
        #expect(FieldSet(field: 15).rawValue == 0x8000)
        #expect(FieldSet(field: 16).isEmpty)
        #expect(FieldSet(field: -1).isEmpty)
    }

    @Test func `a query made from parts has the limits of a text`() {
        func message(_ query: SearchQuery) -> String? {
            let error = #expect(throws: SearchQueryError.self) {
                try query.compiled(with: .words, fields: ["title"])
            }
            #expect(error?.kind == .tooLarge)
            return error?.description
        }
        func many(_ query: SearchQuery, _ count: Int) -> SearchQuery {
            .all(Array(repeating: query, count: count))
        }
        #expect(message(many(.word("a"), 257)) == "A query has at most 256 words.")
        #expect(message(many(.prefix("a"), 33)) == "A query has at most 32 prefixes.")
        #expect(message(many(.fuzzy("a"), 17)) == "A query has at most 16 fuzzy words.")
        #expect(
            message(.phrase(String(repeating: "a", count: 70_000)))
                == "A query has at most 65536 bytes.")
        #expect(
            message(.phrase(String(repeating: "\u{4E2D}", count: 2000)))
                == "A query has at most 1024 terms.")
        #expect(
            message(.near("a", "b", within: 1001)) == "The distance in near is 0 to 1000 words.")
        #expect(message(.near("a", "b", within: -1)) == "The distance in near is 0 to 1000 words.")
        let deep = (0..<40).reduce(SearchQuery.word("a")) { query, _ in
            .not(.all(query, .word("b")))
        }
        #expect(message(deep) == "A query has at most 32 levels.")
    }

    @Test func `random queries are compiled with every tokenizer`() throws {
        let fields = [
            "title", "body", "author.name", "home town", "a`b", "", "OR", "near", "\u{E9}", "-",
        ]
        for seed in UInt64(0)..<1000 {
            var random = RandomQuery(seed: seed)
            let query = random.query()
            let text = random.queryText()
            for tokenizer in Tokenizer.builtIn {
                let compiled = try query.compiled(with: tokenizer, fields: fields)
                let highlighter = Highlighter(compiled, field: 0, tokenizer)
                let bytes = Array(text.utf8)
                for range in highlighter.ranges(in: bytes.span) {
                    try #require(!range.isEmpty && range.upperBound <= bytes.count, "seed \(seed)")
                }
            }
        }
    }
}
