import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Searches in the bytes of texts, compared with those of Swift's String.
@Suite struct TextSearchTests {
    /// Letters, and scalars that join or resemble others.
    private static let scalars: [Unicode.Scalar] = [
        "a", "b", "k", "K", "i", "I", ";", "`", "\n", "\r", " ", "\u{e9}", "\u{c9}", "\u{ad}",
        "\u{301}", "\u{345}", "\u{37e}", "\u{600}", "\u{903}", "\u{1fef}", "\u{200d}", "\u{201c}",
        "\u{2019}", "\u{212a}", "\u{130}", "\u{131}", "\u{4e2d}", "\u{1f600}", "\u{1f3fb}",
    ]

    private static func text(in lengths: ClosedRange<Int>) -> Generator<String> {
        Generator { choices throws(Rejection) in
            // Few different scalars, so that parts occur.
            var letters: [Unicode.Scalar] = []
            for _ in 0..<3 {
                letters.append(scalars[try choices.draw(.integer(in: 0...scalars.count - 1))])
            }
            var text = String.UnicodeScalarView()
            for _ in 0..<(try choices.draw(.integer(in: lengths))) {
                let number = try choices.draw(.integer(in: 0...5))
                text.append(number < 3 ? letters[number] : ["a", "b", "k"][number - 3])
            }
            return String(text)
        }
    }

    private static let options: [TextCondition.Options] = [
        [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]

    @Test func `a part is found if Swift finds it`() {
        property(
            "contains", runs: 6_000, .tuple(Self.text(in: 0...30), Self.text(in: 1...3))
        ) { text, part in
            for options in Self.options {
                let literal = TextLiteral(part.folded(options))
                let answer = Array(text.utf8).withView {
                    TextMatching.test(
                        $0, .contains, options, literal.known, literal.bytes, literal.string)
                }
                let expected = text.folded(options).contains(literal.string)
                try requireEqual(answer, expected, "\(text.debugDescription) \(options)")
            }
        }
    }

    @Test func `the bytes of most texts and parts decide`() {
        func decides(
            _ text: String, _ part: String, _ options: TextCondition.Options = []
        ) -> Bool? {
            let literal = TextLiteral(part.folded(options))
            return Array(text.utf8).withView {
                TextSearch.contains($0, literal.bytes, literal.known, options)
            }
        }
        #expect(decides("Windows\r\ntext", "text") == true)
        #expect(decides("a\r\nb", "\u{e9}") == false)
        #expect(decides("\u{201c}Word\u{201d}", "Word") == true)
        #expect(decides("\u{201c}Word\u{201d}", "word", .caseInsensitive) == true)
        #expect(decides("\u{4e2d}Word\u{4e2d}", "Wort") == false)
        #expect(decides("Worte\u{301} Worte", "Worte") == true)
        #expect(decides("Worte\u{301}", "Worte") == false)
        #expect(decides("\u{600}Wort", "Wort") == false)
        #expect(decides("caf\u{e9}: kilo", "kilos") == false)
        // The bytes of a Kelvin sign, and marks that are ignored.
        #expect(decides("\u{212a}ilo", "kilos") == nil)
        #expect(decides("caf\u{e9}", "cafe", .diacriticInsensitive) == nil)
        #expect(decides("\u{212a}\u{e9}", "\u{e9}") == nil)
    }

    /// The proof of ``TextSearch`` relies on it.
    @Test func `only three scalars equal ASCII text`() {
        for number in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(number) else { continue }
            let text = String(scalar)
            for form in [text, text.lowercased()] {
                let isEqual = form.contains { $0.unicodeScalars.count == 1 && equalsASCII($0) }
                #expect(isEqual == Self.twins.contains(number), "U+\(String(number, radix: 16))")
            }
        }
    }

    private static let twins: [UInt32] = [0x212A, 0x37E, 0x1FEF]

    private func equalsASCII(_ character: Character) -> Bool {
        let normal = String(character).decomposed
        return normal.utf8.count == 1
    }

    @Test func `text that is not UTF-8 is never answered`() {
        for bytes in [[0x61, 0xFF], [0xE2, 0x84, 0x61], [0x61, 0xC3], [0xED, 0xA0, 0x80, 0x61]]
            as [[UInt8]]
        {
            for part in ["a", "b"] {
                for options in Self.options {
                    let literal = TextLiteral(part)
                    let answer = bytes.withView {
                        TextMatching.test(
                            $0, .contains, options, literal.known, literal.bytes, literal.string)
                    }
                    #expect(answer == nil)
                }
            }
        }
    }
}
