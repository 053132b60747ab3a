import NacreText
import Testing

/// Texts in many languages with their terms, checked by hand: Resources/Languages.txt. A line has a
/// text, an arrow and its terms; a name in brackets begins the lines of a language.
@Suite struct LanguageTests {
    @Test(arguments: [
        "English", "German", "French", "Italian", "Turkish", "Greek", "Russian", "Arabic", "Hebrew",
        "Hindi", "Thai", "Chinese", "Japanese", "Korean", "emoji", "other scripts",
    ])
    func `texts of a language have the terms that a reader expects`(_ language: String) throws {
        let lines = try TestData.lines(of: "Languages.txt")
        let start = try #require(lines.firstIndex(of: "[\(language)]")) + 1
        let cases = lines[start...].prefix { !$0.hasPrefix("[") }
        #expect(cases.count >= 5)
        for line in cases {
            let sides = line.split(separator: "=>", omittingEmptySubsequences: false)
            try #require(sides.count == 2, "\(line)")
            let text = TestData.unescaped(sides[0].dropLast())
            let terms = sides[1].split(separator: " ").map { ExactText(TestData.unescaped($0)) }
            #expect(Tokenizer.words.texts(of: text) == terms, "\(line)")
        }
    }

    @Test func `a text without words has no terms`() {
        for tokenizer in Tokenizer.builtIn { #expect(tokenizer.texts(of: "") == []) }
        #expect(Tokenizer.words.texts(of: " ... -- \n") == [])
    }
}
