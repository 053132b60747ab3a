import NacreSearch
import NacreText
import Testing

@Suite struct QueryErrorTests {
    private static let names = SearchAttributes.named(["title", "body", "home town"])

    private static let messages: [(text: String, description: String)] = [
        ("", "\n^\nThe query is empty.\nWrite at least one word."),
        (
            "swift (store",
            """
            swift (store
                  ^
            The closing parenthesis is missing.
            """
        ),
        (
            "swift) store",
            """
            swift) store
                 ^
            There is no opening parenthesis for this one.
            """
        ),
        (
            "a ()",
            """
            a ()
              ^
            There is nothing in these parentheses.
            """
        ),
        (
            "a \"b c",
            """
            a "b c
              ^
            The closing quote is missing.
            """
        ),
        (
            "OR a",
            """
            OR a
            ^
            A word, a phrase or a group was expected before OR.
            Put the word OR in quotes to search for it.
            """
        ),
        (
            "a (b OR )",
            """
            a (b OR )
                 ^
            A word, a phrase or a group was expected after OR.
            Put the word OR in quotes to search for it.
            """
        ),
        (
            "a NOT",
            """
            a NOT
              ^
            A word, a phrase or a group was expected after NOT.
            Put the word NOT in quotes to search for it.
            """
        ),
        (
            "a - b",
            """
            a - b
              ^
            A word, a phrase or a group was expected after -.
            Write no space after it.
            """
        ),
        (
            "tilte:a",
            """
            tilte:a
            ^
            There is no searched attribute tilte.
            Did you mean title? It has title, body, `home town`.
            """
        ),
        (
            "a node:js",
            """
            a node:js
              ^
            There is no searched attribute node.
            It has title, body, `home town`.
            """
        ),
        (
            "title: a",
            """
            title: a
                  ^
            A word, a phrase or a group was expected after title:.
            Write no space after the colon. Put a colon to search in quotes.
            """
        ),
        (
            "title:-a",
            """
            title:-a
                  ^
            A - has no meaning here.
            Write it before the name, or put a - to search in quotes.
            """
        ),
        (
            "title:body:a",
            """
            title:body:a
                  ^
            A word, a phrase or a group was expected after title:.
            """
        ),
        (
            "in*x",
            """
            in*x
              ^
            A * is allowed only at the end of a word.
            Write index*. Put a * to search in quotes.
            """
        ),
        (
            "a swift~2",
            """
            a swift~2
                   ^
            A ~ has no number.
            Write swift~.
            """
        ),
        (
            "a || b",
            """
            a || b
              ^
            There is no operator ||.
            Write OR.
            """
        ),
        (
            "a && b",
            """
            a && b
              ^
            There is no operator &&.
            Write nothing: all words must match.
            """
        ),
        (
            "near(a, 5)",
            """
            near(a, 5)
            ^
            near takes at least two words or phrases.
            Write near(swift store, 5).
            """
        ),
        (
            "near(a (b), 5)",
            """
            near(a (b), 5)
                   ^
            near takes words and phrases only.
            Write near(swift "object store", 5).
            """
        ),
        (
            "near(a b, 5",
            """
            near(a b, 5
            ^
            The closing parenthesis is missing.
            """
        ),
        (
            "`home town` a",
            """
            `home town` a
            ^
            A name in backquotes, a colon and a word were expected here.
            Write `home town`:oslo. Put a backquote to search in quotes.
            """
        ),
        (
            "\u{6771}\u{4EAC} e\u{301} OR",
            """
            \u{6771}\u{4EAC} e\u{301} OR
                   ^
            A word, a phrase or a group was expected after OR.
            Put the word OR in quotes to search for it.
            """
        ),
        (
            "near(a b, 1001)",
            """
            near(a b, 1001)
                    ^
            The distance in near is 0 to 1000 words.
            """
        ),
    ]

    @Test func `a strict error shows the place, the problem and the remedy`() throws {
        for (text, description) in Self.messages {
            let error = try #require(throws: SearchQueryError.self, "\(text)") {
                try SearchQuery(text, .strict, attributes: Self.names)
            }
            #expect(error.description == description, "\(text)")
            #expect(error.text == text)
        }
    }

    @Test func `the kind of an error tells names and sizes from the form`() {
        func kind(_ text: String) -> SearchQueryError.Kind? {
            let error = #expect(throws: SearchQueryError.self) {
                try SearchQuery(text, .strict, attributes: Self.names)
            }
            return error?.kind
        }
        #expect(kind("node:js") == .unknownAttribute)
        #expect(kind("(a") == .malformed)
        #expect(kind("near(a b, 99999999999999999999)") == .tooLarge)
    }

    @Test func `without names no word is an attribute`() {
        let error = #expect(throws: SearchQueryError.self) {
            try SearchQuery("title:a", .strict)
        }
        #expect(error?.suggestion == "No attribute can be named here.")
    }

    /// Texts that are too large, and the messages.
    private static let tooLarge: [(text: String, message: String)] = [
        (String(repeating: "a", count: 1 << 20), "A query has at most 65536 bytes."),
        (String(repeating: "a", count: 65_537), "A query has at most 65536 bytes."),
        (String(repeating: "a ", count: 10_000), "A query has at most 256 words."),
        ("\"" + String(repeating: "a ", count: 10_000) + "\"", "A query has at most 256 words."),
        ("\"" + String(repeating: "a ", count: 10_000), "A query has at most 256 words."),
        (String(repeating: "\"a\" ", count: 10_000), "A query has at most 256 words."),
        (String(repeating: "(", count: 100_000), "A query has at most 65536 bytes."),
        (String(repeating: "(", count: 60_000), "A query has at most 32 levels."),
        (String(repeating: "(", count: 33) + "a", "A query has at most 32 levels."),
        (String(repeating: "-(", count: 17) + "a", "A query has at most 32 levels."),
        (String(repeating: "title:(", count: 17) + "a", "A query has at most 32 levels."),
        (String(repeating: "title:", count: 10_000) + "a", "A query has at most 32 levels."),
        (String(repeating: "near(a ", count: 9000), "A query has at most 32 levels."),
        (String(repeating: "near(", count: 13_000), "A query has at most 32 levels."),
        (String(repeating: "a OR ", count: 13_000), "A query has at most 256 words."),
        (String(repeating: "OR ", count: 20_000), "A query has at most 256 words."),
        (String(repeating: "a* ", count: 33), "A query has at most 32 prefixes."),
        (String(repeating: "a~ ", count: 17), "A query has at most 16 fuzzy words."),
        ("\"" + String(repeating: "a ", count: 17) + "\"~", "A query has at most 16 fuzzy words."),
        ("near(a b, 1001)", "The distance in near is 0 to 1000 words."),
    ]

    @Test func `a text that is too large is an error, also when it is read leniently`() {
        for (text, message) in Self.tooLarge {
            let options: [SearchQuery.Options] = [.lenient, .prefixLast]
            for options in options {
                let error = #expect(throws: SearchQueryError.self, "\(text.prefix(20))") {
                    try SearchQuery(text, options, attributes: .named(["title"]))
                }
                #expect(error?.kind == .tooLarge, "\(text.prefix(20))")
                #expect(error?.message == message, "\(text.prefix(20))")
            }
        }
    }

    @Test func `the greatest queries are read`() throws {
        let texts = [
            String(repeating: "a", count: 65_536), String(repeating: "a ", count: 256),
            String(repeating: "(", count: 32) + "a", String(repeating: "a* ", count: 32),
            String(repeating: "a~ ", count: 16), "near(a b, 1000)",
            String(repeating: "\"", count: 65_536), String(repeating: "-", count: 65_536),
            String(repeating: "`", count: 65_536), String(repeating: ":", count: 65_536),
            String(repeating: ")", count: 65_536), String(repeating: " ", count: 65_536),
            "near(" + String(repeating: ",1", count: 30_000),
            String(repeating: "NOT ", count: 16_000), String(repeating: "()", count: 32_000),
            String(repeating: "a AND AND", count: 40), String(repeating: "\u{0}", count: 65_536),
        ]
        let start = ContinuousClock.now
        for text in texts {
            #expect(throws: Never.self, "\(text.prefix(20))") { try SearchQuery(text) }
        }
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}
