import NacreText
import Testing

@Suite struct QueryTermTests {
    private func matches(_ query: String, _ text: String) -> Bool {
        TestPhrase.matches(query, in: text, .words)
    }

    @Test func `words are found as they are, and neighbours are phrases`() {
        #expect(matches("node.js", "Use Node.js today"))
        #expect(matches("L\u{2019}Aquila", "all'L'AQUILA"))
        #expect(!matches("node js", "node and js"))
        #expect(!matches("nod", "node"))
    }

    @Test func `a part of a stretch is found anywhere in it`() {
        #expect(matches("\u{5317}\u{4eac}", "\u{6211}\u{7231}\u{5317}\u{4eac}\u{5927}\u{5b66}"))
        #expect(matches("\u{4eac}", "\u{6211}\u{7231}\u{5317}\u{4eac}"))
        #expect(matches("\u{4eac}", "\u{5317}\u{4eac}\u{5927}\u{5b66}"))
        #expect(!matches("\u{4eac}\u{5317}", "\u{5317}\u{4eac} \u{5317}\u{4eac}"))
        #expect(!matches("\u{7231}\u{4eac}", "\u{6211}\u{7231}\u{5317}\u{4eac}"))
    }

    @Test func `Korean words are found before a particle and inside of others`() {
        #expect(
            matches(
                "\u{d55c}\u{ad6d}\u{c5b4}",
                "\u{d55c}\u{ad6d}\u{c5b4}\u{b97c} \u{bc30}\u{c6b4}\u{b2e4}"))
        #expect(matches("\u{c9d1}", "\u{c6b0}\u{b9ac}\u{c9d1} \u{c55e}"))
        #expect(matches("\u{c9d1}", "\u{c9d1}\u{c744} \u{c0c0}\u{b2e4}"))
    }

    @Test func `spaces in a query need not be in the text`() {
        #expect(matches("\u{5317}\u{4eac} \u{5927}\u{5b66}", "\u{5317}\u{4eac}\u{5927}\u{5b66}"))
        #expect(
            matches("\u{d55c}\u{ad6d} \u{c0ac}\u{b78c}", "\u{d55c}\u{ad6d}\u{c0ac}\u{b78c}\u{c740}")
        )
        #expect(!matches("\u{d55c}\u{ad6d}\u{c0ac}\u{b78c}", "\u{d55c}\u{ad6d} \u{c0ac}\u{b78c}"))
    }

    @Test func `the last character of a query's stretch is not looked for by itself`() {
        let terms = Tokenizer.words.queryTerms(of: "\u{5317}\u{4eac}\u{5927} a \u{732b}")
        #expect(terms.map(\.text) == ["\u{5317}\u{4eac}", "\u{4eac}\u{5927}", "a", "\u{732b}"])
        #expect(terms.map(\.position) == [0, 1, 3, 4])
        #expect(terms.map(\.isPrefix) == [false, false, false, true])
        #expect(terms.map(\.range) == [0..<6, 3..<9, 10..<11, 12..<15])
    }

    @Test func `queries shorter than a trigram are prefixes`() {
        let terms = Tokenizer.trigrams.queryTerms(of: "ab")
        #expect(terms == [QueryTerm(text: "ab", position: 0, range: 0..<2, isPrefix: true)])
        #expect(Tokenizer.trigrams.queryTerms(of: "abc").map(\.text) == ["abc"])
    }
}
