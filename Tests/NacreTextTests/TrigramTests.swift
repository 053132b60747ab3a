import NacreText
import Testing

@Suite struct TrigramTests {
    private func terms(_ text: String) -> [ExactText] { Tokenizer.trigrams.texts(of: text) }

    @Test func `each three characters are a term, and the last ones`() {
        #expect(terms("abcd") == ["abc", "bcd", "cd", "d"])
        #expect(terms("ab") == ["ab", "b"])
        #expect(terms("a") == ["a"])
        #expect(terms("") == [])
    }

    @Test func `white space is one space, and characters are folded`() {
        #expect(terms("A \t\n B") == ["a b", " b", "b"])
        #expect(terms("\u{c4}\u{A0}\u{e9}!") == ["a e", " e!", "e!", "!"])
        #expect(terms("Ma\u{df}") == ["mas", "ass", "ss", "s"])
        #expect(terms("e\u{301}\u{302}a") == ["ea", "a"])
    }

    @Test func `ranges are those of the characters`() {
        let places = Tokenizer.trigrams.found(in: "a\u{df}c").map(\.place)
        #expect(places.map(\.range) == [0..<3, 1..<4, 1..<4, 3..<4])
        #expect(places.map(\.position) == [0, 1, 2, 3])
        #expect(places.map(\.kind) == [.gram, .gram, .tail, .tail])
        let decomposed = Tokenizer.trigrams.found(in: "e\u{301}xyz")[0]
        #expect(decomposed.text == "exy")
        #expect(decomposed.place.range == 0..<5)
    }

    @Test func `kept marks are part of their character`() {
        #expect(
            terms("\u{304b}\u{3099}\u{304d}\u{304f}") == [
                "\u{304c}\u{304d}\u{304f}", "\u{304d}\u{304f}", "\u{304f}",
            ])
        #expect(
            terms("\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}") == [
                "\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}", "\u{928}\u{94d}\u{926}\u{940}",
                "\u{926}\u{940}",
            ])
    }

    /// A query finds a substring if and only if the text has it, folded.
    @Test func `a phrase of a query's terms is a substring`() {
        var random = RandomText(seed: 9)
        let characters = Array("abAB \u{E4}\u{DF}".unicodeScalars)
        for _ in 0..<2_000 {
            let text = random.text(of: characters, count: 12)
            let part = random.text(of: characters, count: 1 + random.next(below: 4))
            #expect(
                TestPhrase.matches(part, in: text, .trigrams)
                    == folded(text).contains(folded(part)), "\(part) in \(text)")
        }
    }

    /// Folds characters by simple rules that suffice for the test.
    private func folded(_ text: String) -> String {
        var result = ""
        for character in text.lowercased() {
            switch character {
            case " ": if result.last != " " { result.append(" ") }
            case "\u{E4}": result.append("a")
            case "\u{DF}": result.append("ss")
            default: result.append(character)
            }
        }
        return result
    }
}
