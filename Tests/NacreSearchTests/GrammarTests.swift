import NacreSearch
import Testing

@Suite struct GrammarTests {
    /// A text, and the query that it is.
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let query: SearchQuery

        init(_ text: String, _ query: SearchQuery) {
            self.text = text
            self.query = query
        }

        var testDescription: String { text }
    }

    private static let names = SearchAttributes.named(["title", "body", "home town", "author.name"])

    /// Texts that are correct, so that strict and lenient reading agree.
    private static let correct: [Case] = [
        Case("swift", .word("swift")),
        Case("  swift\tstore\n", .all(.word("swift"), .word("store"))),
        Case("a b OR c d", .any(.all(.word("a"), .word("b")), .all(.word("c"), .word("d")))),
        Case("a OR b OR c", .any(.word("a"), .word("b"), .word("c"))),
        Case("a or b", .all(.word("a"), .word("or"), .word("b"))),
        Case("a AND b", .all(.word("a"), .word("b"))),
        Case("a and not b", .all([.word("a"), .word("and"), .word("not"), .word("b")])),
        Case("a -b", .all(.word("a"), .not(.word("b")))),
        Case("-a", .not(.word("a"))),
        Case("a -OR", .all(.word("a"), .not(.word("OR")))),
        Case("a NOT b", .all(.word("a"), .not(.word("b")))),
        Case("NOT NOT b", .word("b")),
        Case("NOT -b", .word("b")),
        Case("a-b", .word("a-b")),
        Case("--verbose", .phrase("--verbose")),
        Case("-\"a b\"", .not(.phrase("a b"))),
        Case("-(a OR b)", .not(.any(.word("a"), .word("b")))),
        Case("\"append only\"", .phrase("append only")),
        Case("\"say \"\"hi\"\"\"", .phrase("say \"hi\"")),
        Case("\"\"", .phrase("")),
        Case("\u{201E}a b\u{201C}", .phrase("a b")),
        Case("\u{201C}a b\u{201D} c", .all(.phrase("a b"), .word("c"))),
        Case("\u{AB} a b \u{BB}", .phrase(" a b ")),
        Case("a\"b c\"d", .all(.word("a"), .phrase("b c"), .word("d"))),
        Case("\u{5E6}\u{5D4}\"\u{5DC}", .word("\u{5E6}\u{5D4}\"\u{5DC}")),
        Case("\"\u{5E6}\u{5D4}\"\u{5DC} a\"", .phrase("\u{5E6}\u{5D4}\"\u{5DC} a")),
        Case("ind*", .prefix("ind")),
        Case("\"append on\"*", .prefix("append on")),
        Case("swfit~", .fuzzy("swfit")),
        Case("\"swfit stor\"~", .fuzzy("swfit stor")),
        Case("a~b", .phrase("a~b")),
        Case("title:swift", .within("title", .word("swift"))),
        Case("title:\"a b\"", .within("title", .phrase("a b"))),
        Case("title:(a b)", .within("title", .all(.word("a"), .word("b")))),
        Case(
            "title:(a OR b) c",
            .all(
                .within("title", .any(.word("a"), .word("b"))), .word("c"))),
        Case("-title:a", .not(.within("title", .word("a")))),
        Case("title:(-a)", .within("title", .not(.word("a")))),
        Case("title:ind*", .within("title", .prefix("ind"))),
        Case("title:near(a b, 5)", .within("title", .near("a", "b", within: 5))),
        Case("title:OR", .within("title", .word("OR"))),
        Case("`home town`:oslo", .within("home town", .word("oslo"))),
        Case("author.name:ann", .within("author.name", .word("ann"))),
        Case("12:30", .word("12:30")),
        Case("\"title:swift\"", .phrase("title:swift")),
        Case("near(a b, 5)", .near("a", "b", within: 5)),
        Case("NEAR(a \"b c\",5)", .near("a", "b c", within: 5)),
        Case("near(a b)", .near("a", "b", within: 10)),
        Case("near( 1,000 2 , 3 )", .near("1,000", "2", within: 3)),
        Case("near(ind* b~, 0)", .near(parts: [.prefix("ind"), .fuzzy("b")], distance: 0)),
        Case("near (a b)", .all(.word("near"), .word("a"), .word("b"))),
        Case("near", .word("near")),
        Case("(a)", .word("a")),
        Case("((a b) c)", .all(.word("a"), .word("b"), .word("c"))),
        Case("(a OR b) c", .all(.any(.word("a"), .word("b")), .word("c"))),
        Case("a(b)", .all(.word("a"), .word("b"))),
        Case(
            "L'Aquila node.js c++ #1",
            .all(
                [.word("L'Aquila"), .word("node.js"), .word("c++"), .word("#1")])),
        Case("\"OR\" \"NOT\"", .all(.phrase("OR"), .phrase("NOT"))),
        Case("...", .word("...")),
        Case(
            "\u{6771}\u{4EAC}\u{3000}\u{30BF}",
            .all(
                .word("\u{6771}\u{4EAC}"), .word("\u{30BF}"))),
    ]

    @Test(arguments: correct)
    func `a correct text is one query, strictly and leniently`(_ example: Case) throws {
        for options in [SearchQuery.Options.lenient, .strict] {
            let query = try SearchQuery(example.text, options, attributes: Self.names)
            #expect(query == example.query, "\(options.rawValue)")
            let again = try SearchQuery(query.description, options, attributes: .any)
            #expect(again == query, "\(query)")
        }
    }

    /// Texts that are malformed, and what users mean by them.
    private static let malformed: [Case] = [
        Case("", .all()),
        Case(" \n ", .any()),
        Case("\"append only", .phrase("append only")),
        Case("a \"", .word("a")),
        Case("\"a\"\"", .phrase("a\"")),
        Case("(a OR b", .any(.word("a"), .word("b"))),
        Case("a) b", .all(.word("a"), .word("b"))),
        Case("((a", .word("a")),
        Case(")))(", .all()),
        Case("() a", .word("a")),
        Case("-() a", .word("a")),
        Case("title:() a", .word("a")),
        Case("OR a", .all(.word("OR"), .word("a"))),
        Case("Portland OR", .all(.word("Portland"), .word("OR"))),
        Case("a OR OR b", .any(.word("a"), .all(.word("OR"), .word("b")))),
        Case("a AND OR b", .any(.word("a"), .word("b"))),
        Case("(a OR) b", .all(.word("a"), .word("OR"), .word("b"))),
        Case("AND", .word("AND")),
        Case("a NOT", .all(.word("a"), .word("NOT"))),
        Case("NOT NOT", .not(.word("NOT"))),
        Case("a - b", .all(.word("a"), .word("-"), .word("b"))),
        Case("a -", .all(.word("a"), .word("-"))),
        Case("node:js", .word("node:js")),
        Case("http://a.b/c?d", .word("http://a.b/c?d")),
        Case("node:\"a b\"", .all(.word("node:"), .phrase("a b"))),
        Case("title: a", .all(.word("title:"), .word("a"))),
        Case("Title:a", .within("title", .word("a"))),
        Case("title:body:a", .within("body", .word("a"))),
        Case("title:-a", .within("title", .word("-a"))),
        Case("in*x", .word("in*x")),
        Case("*", .word("*")),
        Case("**", .prefix("*")),
        Case("~", .word("~")),
        Case("swift~2", .word("swift~2")),
        Case("a || b && c", .all([.word("a"), .word("||"), .word("b"), .word("&&"), .word("c")])),
        Case("near(a)", .all(.word("near"), .word("a"))),
        Case("near(", .word("near")),
        Case("near(a b", .near("a", "b", within: 10)),
        Case("near(a b, 5", .near("a", "b", within: 5)),
        Case(
            "near(a (b c), 5)",
            .all(
                [.word("near"), .word("a"), .word("b"), .word("c"), .word(","), .word("5")])),
        Case("near(a OR b)", .all(.word("near"), .any(.word("a"), .word("b")))),
        Case("near(near(a b", .all(.word("near"), .near("a", "b", within: 10))),
        Case("`", .word("`")),
        Case("`a` b", .all(.word("`a`"), .word("b"))),
        Case("`home town:a", .all(.word("`home"), .word("town:a"))),
    ]

    @Test(arguments: malformed)
    func `a malformed text searches its words, and is an error when strict`(
        _ example: Case
    ) throws {
        let query = try SearchQuery(example.text, .lenient, attributes: Self.names)
        #expect(query == example.query, "\(query)")
        let again = try SearchQuery(query.description, .strict, attributes: .any)
        #expect(again == query, "\(query)")
        #expect(throws: SearchQueryError.self) {
            try SearchQuery(example.text, .strict, attributes: Self.names)
        }
    }

    private static let typed: [Case] = [
        Case("swi", .prefix("swi")),
        Case("swi ", .word("swi")),
        Case("a swi", .all(.word("a"), .prefix("swi"))),
        Case("swi\"", .word("swi")),
        Case("\"a swi\"", .phrase("a swi")),
        Case("\"a swi", .prefix("a swi")),
        Case("\"a ", .phrase("a ")),
        Case("\"", .all()),
        Case("title:swi", .within("title", .prefix("swi"))),
        Case("title:", .prefix("title:")),
        Case("(a swi", .all(.word("a"), .prefix("swi"))),
        Case("(a swi)", .all(.word("a"), .word("swi"))),
        Case("a -swi", .all(.word("a"), .not(.word("swi")))),
        Case("a -(swi", .all(.word("a"), .not(.word("swi")))),
        Case("a OR", .all(.word("a"), .prefix("OR"))),
        Case("a OR b", .any(.word("a"), .prefix("b"))),
        Case("swi*", .prefix("swi")),
        Case("swi~", .fuzzy("swi")),
        Case("near(a b", .near(parts: [.word("a"), .prefix("b")], distance: 10)),
    ]

    @Test(arguments: typed)
    func `the last word is a prefix while it is typed`(_ example: Case) throws {
        let query = try SearchQuery(example.text, .prefixLast, attributes: Self.names)
        #expect(query == example.query, "\(query)")
    }

    @Test func `parts without words leave nothing behind, and nested ones become one`() {
        #expect(SearchQuery.all() == .any())
        #expect(SearchQuery.all().description == "\"\"")
        #expect(SearchQuery.all(.any(), .word("a"), .not(.all())) == .word("a"))
        #expect(SearchQuery.within("title", .all()) == .all())
        #expect(
            SearchQuery.within("title", .within("body", .word("a")))
                == .within("body", .word("a")))
        #expect(SearchQuery.near("a", "", within: 3) == .word("a"))
        #expect(SearchQuery.near(within: 3) == .all())
        #expect(SearchQuery.prefix("") == .all())
        #expect(SearchQuery.fuzzy("") == .all())
        #expect(
            SearchQuery.all(.all(.word("a"), .word("b")), .word("c"))
                == .all(.word("a"), .word("b"), .word("c")))
        #expect(
            SearchQuery.any(.word("a"), .any(.word("b"), .word("c")))
                == .any(.word("a"), .word("b"), .word("c")))
        #expect(SearchQuery.not(.not(.word("a"))) == .word("a"))
        #expect(SearchQuery.word("append only") == .phrase("append only"))
    }

    @Test func `a literal is read leniently, with any name`() {
        let query: SearchQuery = "title:swift -\"a b"
        #expect(query == .all(.within("title", .word("swift")), .not(.phrase("a b"))))
    }
}
