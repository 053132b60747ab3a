import NacreText
import Testing

@Suite struct TokenizerNameTests {
    @Test func `names are stable`() {
        #expect(
            Tokenizer.builtIn.map(\.name.description) == [
                "words/1/unicode15.0", "words.exactMarks/1/unicode15.0", "code/1/unicode15.0",
                "trigrams/1/unicode15.0", "stems.english/1/unicode15.0",
            ])
    }

    @Test(arguments: Tokenizer.builtIn)
    func `a name finds its tokenizer`(_ tokenizer: Tokenizer) throws {
        let name = try #require(TokenizerName(tokenizer.name.description))
        #expect(name == tokenizer.name)
        #expect(Tokenizer(name) == tokenizer)
    }

    @Test func `names of other versions are read, and have no tokenizer`() throws {
        let name = try #require(TokenizerName("words/2/unicode17.0"))
        #expect(name.kind == "words")
        #expect(name.version == 2)
        #expect(name.unicode == "17.0")
        #expect(Tokenizer(name) == nil)
    }

    @Test(arguments: [
        "", "words", "words/1", "words/1/15.0", "words/01/unicode15.0", "words/0/unicode15.0",
        "/1/unicode15.0", "words/1/unicode", "words/1/unicode15.0/", "words/x/unicode15.0",
    ])
    func `other texts are no names`(_ text: String) {
        #expect(TokenizerName(text) == nil)
    }
}
