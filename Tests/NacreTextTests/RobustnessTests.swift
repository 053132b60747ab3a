import NacreText
import Testing

/// Properties of all texts, and of bytes that are no text.
@Suite struct RobustnessTests {
    private func check(_ bytes: [UInt8], _ tokenizer: Tokenizer) {
        var last = TermPlace(position: 0, range: 0..<0, kind: .word)
        tokenizer.forEachTerm(in: bytes.span) { term, place in
            let copy = term.indices.map { term[$0] }
            #expect((1...255).contains(copy.count))
            #expect(String(validating: copy, as: UTF8.self) != nil)
            #expect(place.range.lowerBound >= 0 && place.range.upperBound <= bytes.count)
            #expect(!place.range.isEmpty)
            #expect(place.position >= last.position)
            #expect(place.range.lowerBound >= last.range.lowerBound || place.kind == .part)
            last = place
        }
    }

    @Test(arguments: Tokenizer.builtIn) func `random bytes never trap`(_ tokenizer: Tokenizer) {
        var random = RandomText(seed: 1)
        for _ in 0..<3_000 { check(random.bytes(random.next(below: 60)), tokenizer) }
    }

    @Test(arguments: Tokenizer.builtIn) func `random texts never trap`(_ tokenizer: Tokenizer) {
        var random = RandomText(seed: 2)
        for _ in 0..<3_000 {
            check(Array(random.mixedText(count: random.next(below: 40)).utf8), tokenizer)
        }
    }

    @Test(arguments: Tokenizer.builtIn) func `damaged texts never trap`(_ tokenizer: Tokenizer) {
        var random = RandomText(seed: 4)
        for _ in 0..<3_000 {
            var bytes = Array(random.mixedText(count: 20).utf8)
            for _ in 0..<3 { bytes[random.next(below: bytes.count)] = random.bytes(1)[0] }
            check(bytes, tokenizer)
        }
    }

    @Test func `bytes that are no text separate words`() {
        let bytes = Array("ab".utf8) + [0xFF] + Array("cd".utf8) + [0xC3] + Array("ef".utf8)
        #expect(Tokenizer.words.found(in: bytes).map(\.text) == ["ab", "cd", "ef"])
        for invalid: [UInt8] in [
            [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], [0xF0],
            [0xE4, 0xB8], [0xF5, 0x80, 0x80, 0x80],
        ] {
            #expect(Tokenizer.words.found(in: [0x61] + invalid).map(\.text) == ["a"])
            #expect(Tokenizer.words.found(in: invalid + [0x61]).map(\.text) == ["a"])
        }
    }

    @Test func `a text has the terms of its pieces`() {
        var random = RandomText(seed: 6)
        for _ in 0..<5_000 {
            let first = random.mixedText(count: random.next(below: 12))
            let second = random.mixedText(count: random.next(below: 12))
            for tokenizer in Tokenizer.builtIn where tokenizer != .trigrams {
                let terms = tokenizer.texts(of: first) + tokenizer.texts(of: second)
                #expect(
                    tokenizer.texts(of: first + " " + second) == terms,
                    "\(first.debugDescription) \(second.debugDescription)")
            }
        }
    }

    @Test func `the source of a term has the same term`() {
        var random = RandomText(seed: 7)
        for _ in 0..<5_000 {
            let bytes = Array(random.mixedText(count: 20).utf8)
            for tokenizer in [Tokenizer.words, .wordsWithExactMarks] {
                for term in tokenizer.found(in: bytes) {
                    let source = Array(bytes[term.place.range])
                    #expect(tokenizer.found(in: source).first?.text == term.text)
                }
            }
        }
    }

    @Test func `long terms are cut at a character boundary`() {
        let ascii = String(repeating: "x", count: 300)
        #expect(
            Tokenizer.words.texts(of: ascii + " y") == [ExactText(String(ascii.prefix(255))), "y"])
        let greek = String(repeating: "\u{3B1}", count: 300)
        #expect(Tokenizer.words.texts(of: "a" + greek) == [ExactText("a" + greek.prefix(127))])
        #expect(Tokenizer.words.texts(of: greek + "a") == [ExactText(String(greek.prefix(127)))])
        let sharp = String(repeating: "\u{DF}", count: 300)
        #expect(Tokenizer.words.texts(of: "a" + sharp).first?.utf8.count == 255)
        let places = Tokenizer.words.found(in: ascii + "\u{E4}" + ascii + " y").map(\.place)
        #expect(places.map(\.range) == [0..<602, 603..<604])
    }

    @Test func `characters with many marks are cut`() {
        let marks = String(repeating: "\u{E48}", count: 1_000)
        let terms = Tokenizer.words.found(in: "\u{E01}" + marks + "\u{E02}")
        #expect(terms.map(\.place.kind) == [.gram, .tail])
        #expect(terms[0].text.utf8.count <= 255)
        #expect(terms[0].text.string.unicodeScalars.last == "\u{E02}")
        let exact = Tokenizer.wordsWithExactMarks.terms(
            of: "a" + String(repeating: "\u{301}\u{323}", count: 500))
        #expect(exact.count == 1)
        check(Array(("x" + marks + "yz").utf8), .trigrams)
    }

    @Test func `a text without an end needs little time`() {
        for piece in [
            "a", "\u{E4}", "\u{4E2D}", "1,", "1,\u{301}", "a\u{B7}\u{301}", "\u{301}",
            "\u{1F468}\u{200D}", "\u{5D0}\"", "_", "aB", "\u{FF}",
        ] {
            let text = Array(String(repeating: piece, count: 30_000).utf8)
            for tokenizer in Tokenizer.builtIn {
                var count = 0
                tokenizer.forEachTerm(in: text.span) { _, _ in count += 1 }
                #expect(count <= 90_001)
            }
        }
    }
}
