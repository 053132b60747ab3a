import NacreSearch
import NacreText
import Testing

@Suite struct HighlighterTests {
    private func highlighter(
        _ text: String, _ tokenizer: Tokenizer = .words, field: Int = 0
    ) throws -> Highlighter {
        let query = try SearchQuery(text, .strict, attributes: .any)
            .compiled(with: tokenizer, fields: ["title", "body"])
        return Highlighter(query, field: field, tokenizer)
    }

    /// Checks the marks of a text, in which they are brackets.
    private func check(
        _ query: String, _ marked: String, _ tokenizer: Tokenizer = .words, field: Int = 0
    ) throws {
        let text = MarkedText.plain(marked)
        let highlighter = try highlighter(query, tokenizer, field: field)
        let found = MarkedText.text(text, highlighter.ranges(in: text))
        #expect(found == marked, "\(query)")
    }

    @Test func `parts in other fields and excluded parts are not marked`() throws {
        try check("title:a body:b c", "[a] b [c]")
        try check("title:a body:b c", "a [b] [c]", field: 1)
        try check("title:\"a b\" body:near(c d, 1)", "[a] [b] c d")
        try check("title:\"a b\" body:near(c d, 1)", "a b [c] [d]", field: 1)
        try check("a -b -(a c)", "[a] b c")
        try check("-a", "a")
    }

    @Test func `a phrase is marked only where all of it is`() throws {
        try check("\"a b c\"", "a b [a] [b] [c] b c a b")
        try check("\"a b a\"", "[a] [b] [a] [b] [a] a b")
        try check("\"a a\"", "a b [a] [a] [a] b a")
        try check("\"a b\" b", "[b] [a] [b] a")
        try check("\"a ind\"*", "[a] [index] ind")
    }

    @Test func `parts of near are marked only where they are near`() throws {
        try check("near(a b, 2)", "[a] x x [b]")
        try check("near(a b, 1)", "a x x b")
        try check("near(a b, 0)", "[b] [a] x b")
        try check("near(a b, 1)", "[a] x [b] x [a] x x b")
        try check("near(\"a b\" c, 1)", "[a] [b] x [c] b a c")
        try check("near(a b c, 1)", "[c] [a] x [b] x x a b")
        try check("near(a b c, 1)", "a x b x c")
        try check("near(a b, 3)", "[a] [a] x [b] [b] [a] x x x x b")
        try check("near(ind* store~, 1)", "[index] x [stores] x x x index")
    }

    @Test func `code marks whole identifiers and parts`() throws {
        try check("foo", "[foo]Bar(foobar, [foo]_2)", .code)
        try check("fooBar", "[fooBar]([foobar], foo_bar)", .code)
        try check("foo*", "[fooBar] [foobar] a[Foo]", .code)
        try check("\"foo bar\"", "[fooBar] = [foo_bar] + bar", .code)
        try check("fooBarBaz OR bar", "[fooBarBaz] [bar]", .code)
        try check("foo_bar", "[foo_bar] [FOO_BAR] foo.bar", .code)
    }

    @Test func `substrings are marked`() throws {
        try check("ppen", "a[ppen]d [ppen] ppe n", .trigrams)
        try check("pp", "a[pp]end [pp]", .trigrams)
        try check("p", "a[p][p]end [p]", .trigrams)
        try check(
            "\"d o\"",
            "append[ed o]nly"
                .replacing("[ed o]", with: "e[d o]"), .trigrams)
    }

    @Test func `all forms of a stem are marked`() throws {
        try check("running", "He [runs], she is [running].", .stems(.english))
    }

    @Test func `ranges of a text have whole characters`() throws {
        let highlighter = try highlighter("\u{E01}")
        // The flag, the family and the accent are one character each.
        let text = "e\u{301}\u{1F468}\u{200D}\u{1F469} \u{E01}\u{E33}x \u{E01}"
        for range in highlighter.ranges(in: text) {
            #expect(String.Index(range.lowerBound, within: text) != nil)
            #expect(String.Index(range.upperBound, within: text) != nil)
        }
        try check("nai*", "x\u{300} [nai\u{308}ve\u{301}]!")
        try check("p", "a[p\u{301}]b", .trigrams)
        try check("\"a\r\"", "[a\r\n]b", .trigrams)
    }

    @Test func `places in one character are one range`() throws {
        let highlighter = try highlighter("\u{1F469}", .trigrams)
        let text = "\u{1F469}\u{200D}\u{1F469} \u{1F469}"
        #expect(highlighter.ranges(in: Array(text.utf8).span).count == 3)
        #expect(
            MarkedText.text(text, highlighter.ranges(in: text))
                == "[\u{1F469}\u{200D}\u{1F469}] [\u{1F469}]")
    }

    @Test func `long texts are marked to their ends`() throws {
        let words = (0..<3000).map { ["a", "b", "x", "a"][$0 * $0 % 7 % 4] }
        let text = words.joined(separator: " ")
        for (query, phrases, distance) in [
            ("a b", [["a"], ["b"]], nil), ("\"a b\"", [["a", "b"]], nil),
            ("near(a b, 1)", [["a"], ["b"]], 1),
        ] as [(String, [[String]], Int?)] {
            let expected = PlainMarks.indices(in: words, of: phrases, distance: distance)
            let ranges = try highlighter(query).ranges(in: text)
            #expect(ranges.count == expected.count, "\(query)")
            #expect(
                ranges.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) / 2 }
                    == expected.sorted(), "\(query)")
        }
    }

    @Test func `bytes of a text without characters are marked, too`() throws {
        let highlighter = try highlighter("a")
        let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0x20, 0x41, 0xE4, 0xB8]
        #expect(highlighter.ranges(in: bytes.span) == [1..<2, 4..<5])
    }

    @Test func `marks are those of a search word by word`() throws {
        let letters = ["a", "b", "c", "ab"]
        for seed in UInt64(0)..<1500 {
            var random = RandomQuery(seed: seed)
            let words = (0..<random.number(below: 30)).map { _ in random.pick(letters) }
            func phrase() -> [String] {
                (0...random.number(below: 3)).map { _ in random.pick(letters) }
            }
            let parts = (0...random.number(below: 3)).map { _ in phrase() }
            let distance = random.number(below: 5)
            let isNear = parts.count > 1 && random.number(below: 2) == 0
            let quoted = parts.map { "\"" + $0.joined(separator: " ") + "\"" }
            let query =
                isNear
                ? "near(\(quoted.joined(separator: " ")), \(distance))"
                : quoted.joined(separator: " ")
            let expected = PlainMarks.indices(
                in: words, of: parts, distance: isNear ? distance : nil)
            let marked = words.enumerated().map { index, word in
                expected.contains(index) ? "[" + word + "]" : word
            }
            let text = words.joined(separator: "  ")
            let found = MarkedText.text(text, try highlighter(query).ranges(in: text))
            try #require(
                found == marked.joined(separator: "  "), "seed \(seed): \(query) in \(text)")
        }
    }
}
