import NacreSearch
import NacreText
import Testing

/// Texts of millions of bytes take linear time.
@Suite struct LargeTextTests {
    private static let size = 1_000_000

    private static func repeated(_ piece: String) -> String {
        String(repeating: piece, count: size / piece.utf8.count)
    }

    private static let texts: [(query: String, text: String)] = [
        ("a", repeated("a ")), ("\"a a a\"", repeated("a ")), ("near(a a a, 1000)", repeated("a ")),
        ("near(a b, 1000)", repeated("a ") + "b"), ("\"a b\"", repeated("a ") + "b"),
        ("a* ab~ abc~", repeated("abc ")), ("a", repeated("a")), ("a", repeated("-") + "a"),
        ("a", "a" + repeated("\u{301}")), ("\u{1F1E9}\u{1F1EA}", repeated("\u{1F1E9}\u{1F1EA}")),
        ("\u{4E2D}", repeated("\u{4E2D}\u{6587}")), ("x", repeated("a b ")),
        ("\u{1F469}", repeated("\u{1F469}\u{200D}")), ("a OR b", repeated("a ") + "b"),
        ("a b", repeated(" ") + "a" + repeated("\n") + "b"),
        ("\u{915}", repeated("\u{915}\u{94D}")),
    ]

    @Test(arguments: texts.indices)
    func `marks and snippets of a large text take linear time`(_ index: Int) throws {
        let (text, start) = (Self.texts[index].text, ContinuousClock.now)
        for tokenizer in [Tokenizer.words, .trigrams] {
            let query = try SearchQuery(Self.texts[index].query, .strict)
                .compiled(with: tokenizer, fields: [])
            let highlighter = Highlighter(query, field: 0, tokenizer)
            let snippet = highlighter.snippet(of: text, around: 12)
            #expect(snippet.text.utf8.count <= 2 * 25 * SearchLimits.snippetWordSizeMax)
            _ = highlighter.ranges(in: text)
        }
        let time = ContinuousClock.now - start
        #expect(time < .seconds(60))
    }
}
