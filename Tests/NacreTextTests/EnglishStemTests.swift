@testable import NacreText
import Testing

@Suite struct EnglishStemTests {
    @Test func `the stems are those of the published vocabulary`() throws {
        var stemmer = EnglishStemmer()
        var word: [UInt8] = []
        var count = 0
        for line in try TestData.lines(of: "EnglishStems.txt") {
            let parts = line.utf8.split(separator: UInt8(ascii: " ")).map(Array.init)
            word = expand(parts[0], after: word, keepsCount: true)
            let stem = parts.count > 1 ? expand(parts[1], after: word, keepsCount: false) : word
            #expect(stemmer.stem(of: word) == stem, "\(String(decoding: word, as: UTF8.self))")
            count += 1
        }
        #expect(count > 40_000)
    }

    /// Reads a word in the short form of the file: a number of letters to keep or to drop of the
    /// word before, and what follows them.
    private func expand(_ text: [UInt8], after word: [UInt8], keepsCount: Bool) -> [UInt8] {
        let count = Int(text[0] - UInt8(ascii: "a"))
        return Array((keepsCount ? word.prefix(count) : word.dropLast(count)) + text.dropFirst())
    }

    @Test func `terms are stems, with the places of their words`() {
        let terms = Tokenizer.stems(.english).found(in: "Running dogs, caresses")
        #expect(terms.map(\.text) == ["run", "dog", "caress"])
        #expect(terms.map(\.place.range) == [0..<7, 8..<12, 14..<22])
        #expect(terms.map(\.place.position) == [0, 1, 2])
    }

    @Test func `words of other languages stay as they are`() {
        let terms = Tokenizer.stems(.english).texts(
            of: "\u{448}\u{43E}\u{440}ing \u{6771}\u{4EAC}s")
        #expect(terms == ["\u{448}\u{43E}\u{440}ing", "\u{6771}\u{4EAC}", "\u{4EAC}", "s"])
        #expect(Tokenizer.stems(.english).texts(of: "r\u{E9}sum\u{E9}s") == ["resum"])
    }

    @Test func `any bytes can be stemmed`() {
        var random = RandomText(seed: 3)
        var stemmer = EnglishStemmer()
        for _ in 0..<20_000 {
            let letters = Array("'syedinglatiozbl".utf8)
            let word = (0..<random.next(below: 12)).map { _ in letters[random.next(below: 16)] }
            #expect(stemmer.stem(of: word).count <= word.count + 1)
            _ = stemmer.stem(of: random.bytes(random.next(below: 10)))
        }
    }
}
