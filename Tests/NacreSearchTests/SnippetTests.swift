import NacreSearch
import NacreText
import Testing

@Suite struct SnippetTests {
    private func snippet(
        _ query: String, _ text: String, around words: Int, _ tokenizer: Tokenizer = .words
    ) throws -> Snippet {
        let compiled = try SearchQuery(query, .strict, attributes: .any)
            .compiled(with: tokenizer, fields: ["title"])
        return Highlighter(compiled, field: 0, tokenizer).snippet(of: text, around: words)
    }

    private static let numbers = (1...40).map { "w\($0)" }.joined(separator: " ")

    @Test(arguments: [
        ("w20", 2, "\u{2026}w18 w19 [w20] w21 w22\u{2026}"),
        ("w20", 0, "\u{2026}[w20]\u{2026}"),
        ("w1", 2, "[w1] w2 w3 w4 w5\u{2026}"),
        ("w2", 2, "w1 [w2] w3 w4 w5\u{2026}"),
        ("w40", 2, "\u{2026}w36 w37 w38 w39 [w40]"),
        ("w39", 1, "\u{2026}w38 [w39] w40"),
        ("x", 2, "w1 w2 w3 w4 w5\u{2026}"),
        ("...", 1, "w1 w2 w3\u{2026}"),
        ("-w20", 1, "w1 w2 w3\u{2026}"),
        ("w5 OR w30 OR w31", 1, "\u{2026}[w30] [w31] w32\u{2026}"),
        ("w5 OR w30 OR w32", 1, "\u{2026}[w30] w31 [w32]\u{2026}"),
        ("w5 OR w30", 1, "\u{2026}w4 [w5] w6\u{2026}"),
        ("\"w8 w9\" OR w3", 1, "\u{2026}[w8] [w9] w10\u{2026}"),
        ("w39 OR w40", 2, "\u{2026}w36 w37 w38 [w39] [w40]"),
        ("w1*", 1, "[w1] w2 w3\u{2026}"),
        ("w20", 100, numbers.replacing("w20", with: "[w20]")),
        ("w20", -3, "\u{2026}[w20]\u{2026}"),
        ("w20", .max, numbers.replacing("w20", with: "[w20]")),
    ])
    func `a snippet is the first window with the most different terms`(
        _ query: String, _ words: Int, _ expected: String
    ) throws {
        let snippet = try snippet(query, Self.numbers, around: words)
        #expect(snippet.highlighted(open: "[", close: "]") == expected)
    }

    @Test(arguments: [
        ("a", " \n a\t\r\n b\u{A0}\u{2028} c  ", "[a] b c"),
        ("b", "(\"a\")  -- b!  ", "(\"a\") -- [b]!"),
        ("x", "", ""), ("x", "  \n ", ""), ("x", "?!", "?!"),
        ("\"a b\"", "a \n\n b", "[a] [b]"),
        ("stra\u{DF}e", "Die STRASSE", "Die [STRASSE]"),
        ("e\u{301}t\u{E9}", "l'e\u{301}te\u{301}", "l'[e\u{301}te\u{301}]"),
    ])
    func `white space is one space, and there is none at the ends`(
        _ query: String, _ text: String, _ expected: String
    ) throws {
        let snippet = try snippet(query, text, around: 5)
        #expect(snippet.highlighted(open: "[", close: "]") == expected)
    }

    @Test func `characters are words in scripts without spaces`() throws {
        let text =
            String(repeating: "\u{6771}", count: 20) + "\u{732B}"
            + String(repeating: "\u{4EAC}", count: 20)
        let snippet = try snippet("\u{732B}", text, around: 2)
        #expect(
            snippet.highlighted(open: "[", close: "]")
                == "\u{2026}\u{6771}\u{6771}[\u{732B}]\u{4EAC}\u{4EAC}\u{4EAC}\u{2026}")
    }

    @Test func `a snippet of HTML is escaped`() throws {
        let snippet = try snippet("b", "<a href='x'>&amp; \"b\"</a>", around: 9)
        #expect(
            snippet.html
                == "&lt;a href=&#39;x&#39;&gt;&amp;amp; &quot;<mark>b</mark>&quot;&lt;/a&gt;")
        // A sign with a mark on it is one character, and is escaped nevertheless.
        let marked = try self.snippet("b", "<\u{338} &\u{301} b", around: 9)
        #expect(
            marked.html.unicodeScalars.elementsEqual(
                "&lt;\u{338} &amp;\u{301} <mark>b</mark>".unicodeScalars))
    }

    @Test func `words of any length are cut between characters`() throws {
        let cases = [
            String(repeating: "-", count: 100_000) + " b " + String(repeating: "-", count: 100_000),
            String(repeating: "a", count: 100_000), String(repeating: "e\u{301}", count: 50_000),
            "b" + String(repeating: "\u{301}", count: 100_000),
            String(repeating: "\u{1F469}\u{200D}", count: 30_000) + "\u{1F469} b",
            String(repeating: "\u{1F1E9}\u{1F1EA}", count: 30_000) + " b",
        ]
        for text in cases {
            let snippet = try snippet("b", text, around: 2)
            #expect(snippet.text.utf8.count <= 2 * 5 * 64 + 6)
            let inner = snippet.text.replacing("\u{2026}", with: "")
            #expect(text.contains(inner) || inner.isEmpty)
        }
        #expect(try snippet("b", cases[0], around: 2).ranges.count == 1)
        #expect(try snippet("b", cases[3], around: 2).text == "\u{2026}")
    }

    /// Returns the scalars of a text without white space.
    private func scalars(_ text: some StringProtocol) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !$0.properties.isWhitespace }
    }

    @Test func `a snippet is a part of its text, and its marks are the text's`() throws {
        for seed in UInt64(0)..<1500 {
            var random = RandomQuery(seed: seed)
            let tokenizer = random.pick(Tokenizer.builtIn)
            var text = ""
            for _ in 0..<random.number(below: 30) {
                text += random.text() + random.pick(["", " ", "\n\n"])
            }
            let query = try SearchQuery(random.queryText()).compiled(with: tokenizer, fields: [])
            let highlighter = Highlighter(query, field: 0, tokenizer)
            let size = random.number(below: 6)
            let snippet = highlighter.snippet(of: text, around: size)
            let remark = "seed \(seed), \(tokenizer.name)"
            // The text of the snippet, without ellipses, is in the text.
            var inner = scalars(snippet.text)
            let whole = scalars(text)
            let isStart = inner.first != "\u{2026}"
            let isEnd = inner.last != "\u{2026}"
            if !isStart { inner.removeFirst() }
            if !isEnd, !inner.isEmpty { inner.removeLast() }
            let places = whole.indices.filter { whole[$0...].starts(with: inner) }
            try #require(!places.isEmpty || inner.isEmpty, "\(remark)")
            if isStart { try #require(whole.starts(with: inner), "\(remark)") }
            if isEnd { try #require(whole.suffix(inner.count).elementsEqual(inner), "\(remark)") }
            try #require(!snippet.text.contains("  "), "\(remark)")
            // Marks are in order, of whole characters, and of marked text.
            let marked = highlighter.ranges(in: text).map { scalars(text[$0]) }
            var end = snippet.text.startIndex
            for range in snippet.ranges {
                try #require(end <= range.lowerBound && !range.isEmpty, "\(remark)")
                end = range.upperBound
                try #require(
                    String.Index(range.lowerBound, within: snippet.text) != nil
                        && String.Index(range.upperBound, within: snippet.text) != nil, "\(remark)")
                // White space and a combining mark after it, which become one character.
                if tokenizer == .trigrams, text.unicodeScalars.contains("\u{301}") { continue }
                let part = scalars(snippet.text[range])
                try #require(
                    marked.contains { whole in
                        whole.indices.contains { whole[$0...].starts(with: part) }
                    }, "\(remark)")
            }
            // A trigram can be white space only.
            if tokenizer == .trigrams { continue }
            try #require(snippet.ranges.isEmpty == marked.isEmpty, "\(remark)")
        }
    }

    @Test func `no window has more different terms, and no earlier one as many`() throws {
        let letters = (0..<6).map { "w\($0)" }
        for seed in UInt64(0)..<1000 {
            var random = RandomQuery(seed: seed)
            let words = (0..<(1 + random.number(below: 40))).map { _ in
                random.number(below: 3) == 0 ? random.pick(letters) : "x"
            }
            let wanted = Set((0..<3).map { _ in random.pick(letters) })
            let around = random.number(below: 4)
            let text = words.joined(separator: " ")
            let snippet = try snippet(
                wanted.sorted().joined(separator: " OR "), text, around: around)
            let size = 2 * around + 1
            // The window ends with the first match by which it has the most terms, and begins with
            // the first match in it. Other words are shared out before and after.
            let counts = words.indices.map { end in
                wanted.contains(words[end])
                    ? wanted.intersection(words[max(0, end - size + 1)...end]).count : 0
            }
            let most = counts.max() ?? 0
            var start = 0
            if most > 0, let end = counts.firstIndex(of: most) {
                let window = words[max(0, end - size + 1)...end]
                let first = window.firstIndex(where: wanted.contains) ?? end
                start = max(0, min(first - (size - end + first - 1) / 2, words.count - size))
            }
            let expected = words[start..<min(start + size, words.count)]
            let found = snippet.text.replacing("\u{2026}", with: "").split(separator: " ")
                .map(String.init)
            let remark = "seed \(seed): \(snippet.text) of \(text)"
            try #require(found.elementsEqual(expected), "\(remark)")
            try #require(
                snippet.ranges.map { String(snippet.text[$0]) } == found.filter(wanted.contains),
                "\(remark)")
        }
    }
}
