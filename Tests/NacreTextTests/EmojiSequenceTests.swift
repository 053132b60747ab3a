import NacreText
import Testing

@Suite struct EmojiSequenceTests {
    @Test func `each emoji sequence of Unicode is one term`() throws {
        var count = 0
        for line in try TestData.lines(of: "EmojiSequences.txt") {
            let text = TestData.text(line)
            let terms = Tokenizer.words.found(in: "a " + text + " b")
            try #require(terms.count == 3, "\(line)")
            #expect(terms[1].place.range == 2..<2 + text.utf8.count, "\(line)")
            count += 1
        }
        #expect(count > 3_000)
    }

    @Test func `two sequences side by side are two terms`() throws {
        for line in try TestData.lines(of: "EmojiSequences.txt") {
            let text = TestData.text(line)
            // A skin tone belongs to what is before it, and letters and digits make words.
            guard let first = text.unicodeScalars.first, !first.properties.isEmojiModifier,
                !first.properties.isAlphabetic, first.properties.numericType == nil
            else { continue }
            #expect(Tokenizer.words.texts(of: text + text).count == 2, "\(line)")
        }
    }
}
