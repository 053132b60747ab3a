import Testing

@testable import NacreCLI

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("S\u{e3}o", 3),
        // Combining, precomposed and zero width.
        ("e\u{301}", 1), ("a\u{200b}b", 2),
        // East Asian: Han, full width, Hangul whole and in parts, half width katakana.
        ("\u{6771}\u{4eac}", 4), ("\u{ff21}", 2), ("\u{d55c}", 2), ("\u{1112}\u{1161}\u{11ab}", 2),
        ("\u{ff71}", 1),
        // Emoji: alone, with skin colour, a family, a flag, text shown as emoji.
        ("\u{1f600}", 2), ("\u{1f44d}\u{1f3fd}", 2),
        ("\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", 2), ("\u{1f1e8}\u{1f1ed}", 2),
        ("\u{2764}\u{fe0f}", 2), ("\u{2764}", 1),
    ])
    func `the width of a text is the number of its cells`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func `a text is cut between characters, and the cut is visible`() {
        #expect(DisplayWidth.truncated("abcdef", to: 6) == "abcdef")
        #expect(DisplayWidth.truncated("abcdef", to: 4) == "abc\u{2026}")
        #expect(DisplayWidth.truncated("\u{6771}\u{4eac}x", to: 4) == "\u{6771}\u{2026}")
        #expect(DisplayWidth.truncated("abc", to: 1) == "\u{2026}")
    }
}
