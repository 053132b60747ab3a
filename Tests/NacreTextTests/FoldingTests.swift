import Foundation
import NacreText
import Testing

/// Differences that terms do without, and those that they keep.
@Suite struct FoldingTests {
    private func folded(_ text: String) -> [ExactText] { Tokenizer.words.texts(of: text) }
    private func exact(_ text: String) -> [ExactText] {
        Tokenizer.wordsWithExactMarks.texts(of: text)
    }

    @Test func `a character and its full case folding have equal terms`() throws {
        for line in try TestData.lines(of: "CaseFolding.txt") {
            let sides = line.split(separator: ">")
            let (character, mapping) = (TestData.text(sides[0]), TestData.text(sides[1]))
            // Split at apostrophes, of which the character has none any more.
            if mapping.unicodeScalars.contains("\u{2BC}") { continue }
            for tokenizer in [Tokenizer.words, .wordsWithExactMarks, .trigrams] {
                let terms = tokenizer.texts(of: "a" + character)
                #expect(terms == tokenizer.texts(of: "a" + mapping), "\(line)")
            }
        }
    }

    @Test func `with exact marks a term is the case folding in composed form`() throws {
        var count = 0
        for line in try TestData.lines(of: "CaseFolding.txt") {
            let sides = line.split(separator: ">")
            let (character, mapping) = (TestData.scalars(sides[0]), TestData.text(sides[1]))
            // Not letters by which words are made, or folded further by our rules.
            guard let scalar = character.first, scalar.properties.isAlphabetic,
                scalar.properties.generalCategory != .nonspacingMark,
                !["\u{130}", "\u{149}"].contains(scalar),
                !(0xFF21...0xFF3A).contains(scalar.value)
            else { continue }
            let text = String(Character(scalar))
            #expect(
                exact(text) == [ExactText(mapping.precomposedStringWithCanonicalMapping)], "\(line)"
            )
            count += 1
        }
        #expect(count > 1_400)
    }

    @Test(arguments: ["I", "i", "\u{130}", "\u{131}", "I\u{307}", "i\u{307}"])
    func `the letter i matches in all its forms`(_ letter: String) {
        #expect(folded("d\(letter)z") == ["diz"])
        #expect(exact("d\(letter)z") == ["diz"])
    }

    @Test func `dots of other letters, and other marks of an i, are marks`() {
        #expect(exact("\u{17C} z\u{307}") == ["\u{17C}", "\u{17C}"])
        #expect(exact("i\u{300}\u{307}") == ["\u{EC}\u{307}"])
        #expect(exact("I\u{307}\u{307} \u{130}\u{307} \u{130}\u{301}") == ["i", "i", "\u{ED}"])
        #expect(exact("I\u{323}\u{307} \u{130}\u{323}") == ["\u{1ECB}", "\u{1ECB}"])
    }

    @Test func `sharp s is ss, and a final sigma is a sigma`() {
        #expect(folded("Stra\u{DF}e STRASSE STRA\u{1E9E}E") == ["strasse", "strasse", "strasse"])
        #expect(folded("\u{3A3}\u{39F}\u{3A3}") == ["\u{3C3}\u{3BF}\u{3C3}"])
        #expect(folded("\u{3C3}\u{3BF}\u{3C2}") == ["\u{3C3}\u{3BF}\u{3C3}"])
        #expect(exact("\u{3A3}\u{38C}\u{3A3}") == ["\u{3C3}\u{3CC}\u{3C3}"])
    }

    @Test func `diacritics are dropped unless marks are exact`() {
        #expect(
            folded("\u{c4}ngstr\u{f6}m r\u{e9}sum\u{e9} \u{141}\u{f3}d\u{17a}") == [
                "angstrom", "resume", "\u{142}odz",
            ])
        #expect(
            exact("\u{c4}ngstr\u{f6}m r\u{e9}sum\u{e9} \u{141}\u{f3}d\u{17a}") == [
                "\u{e4}ngstr\u{f6}m", "r\u{e9}sum\u{e9}", "\u{142}\u{f3}d\u{17a}",
            ])
        #expect(exact("re\u{301}sume\u{301}") == ["r\u{E9}sum\u{E9}"])
    }

    @Test func `the Cyrillic short i is a letter of its own`() {
        #expect(folded("\u{43C}\u{43E}\u{439}") == ["\u{43C}\u{43E}\u{439}"])
        #expect(folded("\u{43C}\u{43E}\u{438}") == ["\u{43C}\u{43E}\u{438}"])
        #expect(folded("\u{438}\u{306} \u{418}\u{306}") == ["\u{439}", "\u{439}"])
        #expect(folded("\u{451}\u{436}") == ["\u{435}\u{436}"])
        #expect(folded("\u{103} a\u{306} \u{438}\u{301}\u{306}") == ["a", "a", "\u{439}"])
    }

    @Test func `marks of kana and of Indic scripts are kept`() {
        #expect(folded("\u{304b}\u{3099} \u{304c}") == ["\u{304c}", "\u{304c}"])
        #expect(
            folded("\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}") == [
                "\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}"
            ])
        #expect(
            folded("\u{92b}\u{93c}\u{93f}\u{932}\u{94d}\u{92e} \u{92b}\u{93f}\u{932}\u{94d}\u{92e}")
                == ["\u{92b}\u{93f}\u{932}\u{94d}\u{92e}", "\u{92b}\u{93f}\u{932}\u{94d}\u{92e}"])
        #expect(
            exact("\u{92b}\u{93c}\u{93f}\u{932}\u{94d}\u{92e}") == [
                "\u{92b}\u{93C}\u{93f}\u{932}\u{94d}\u{92e}"
            ])
    }

    @Test func `wide and narrow forms are folded`() {
        #expect(folded("\u{ff21}\u{ff22}\u{ff23}\u{ff11}\u{ff12}\u{ff13}") == ["abc123"])
        #expect(
            folded("\u{ff76}\u{ff9e}\u{ff6f}\u{ff7a}\u{ff73}")
                == folded("\u{30ac}\u{30c3}\u{30b3}\u{30a6}"))
    }

    @Test func `format characters and soft hyphens are dropped`() {
        #expect(folded("Donau\u{AD}dampf") == ["donaudampf"])
        #expect(
            folded("\u{645}\u{6cc}\u{200C}\u{62e}\u{648}\u{627}\u{647}\u{645}") == [
                "\u{645}\u{6cc}\u{62e}\u{648}\u{627}\u{647}\u{645}"
            ])
        #expect(
            folded("\u{643}\u{62a}\u{640}\u{640}\u{640}\u{627}\u{628}") == [
                "\u{643}\u{62a}\u{627}\u{628}"
            ])
    }

    @Test func `an iota below is an iota, in the order of its marks`() {
        #expect(exact("\u{1FB4}") == ["\u{3AC}\u{3B9}"])
        #expect(exact("\u{3B1}\u{345}\u{301}") == ["\u{3AC}\u{3B9}"])
        #expect(folded("\u{1FB4}") == ["\u{3B1}\u{3B9}"])
    }

    @Test func `canonically equivalent characters have equal terms`() {
        for value in UInt32(0x80)..<0x30000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(Character(scalar))
            let decomposed = text.decomposedStringWithCanonicalMapping
            if decomposed.unicodeScalars.elementsEqual([scalar]) { continue }
            for tokenizer in [Tokenizer.words, .wordsWithExactMarks, .trigrams] {
                let terms = tokenizer.texts(of: "x" + text + "y")
                #expect(terms == tokenizer.texts(of: "x" + decomposed + "y"), "\(text)")
            }
        }
    }

    @Test func `canonically equivalent texts have equal terms`() {
        var random = RandomText(seed: 5)
        // Without tags: the library that decomposes the texts changes them to letters.
        let characters =
            RandomText.mixed.filter { $0.value < 0xE0000 }
            + Array("\u{1E69}\u{1EC7}\u{328}\u{1FA7}\u{314}\u{D4B}".unicodeScalars)
        for _ in 0..<3_000 {
            let text = random.text(of: characters, count: 12)
            for other in [
                text.decomposedStringWithCanonicalMapping,
                text.precomposedStringWithCanonicalMapping,
            ] {
                for tokenizer in [Tokenizer.words, .wordsWithExactMarks] {
                    #expect(tokenizer.texts(of: text) == tokenizer.texts(of: other))
                }
            }
        }
    }

    @Test func `terms are composed`() {
        #expect(exact("a\u{314}\u{301}") == ["a\u{314}\u{301}"])
        var random = RandomText(seed: 8)
        let characters = Array(
            "aeiou\u{3B1}\u{438}\u{300}\u{301}\u{302}\u{306}\u{308}\u{314}\u{323}\u{328}\u{E9}"
                .unicodeScalars)
        for _ in 0..<3_000 {
            for term in exact("x" + random.text(of: characters, count: 8)) {
                #expect(term == ExactText(term.string.precomposedStringWithCanonicalMapping))
            }
        }
    }

    @Test func `terms of terms are the terms themselves`() {
        for value in UInt32(0)..<0x30000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for tokenizer in [Tokenizer.words, .wordsWithExactMarks] {
                for term in tokenizer.texts(of: String(Character(scalar))) {
                    #expect(tokenizer.texts(of: term.string) == [term], "\(scalar)")
                }
            }
        }
    }
}
