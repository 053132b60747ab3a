import NacreFormat
import Testing

@testable import NacreCLI

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain text", "plain text"),
        ("S\u{e3}o Paulo \u{6771}\u{4eac} \u{1f600}", "S\u{e3}o Paulo \u{6771}\u{4eac} \u{1f600}"),
        ("\u{1b}[31mred\u{1b}[0m", "\\u{1b}[31mred\\u{1b}[0m"),
        ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
        ("a\nb\r\tc\0", "a\\u{a}b\\u{d}\\u{9}c\\u{0}"),
        ("\u{7f}\u{80}\u{9b}31m\u{9f}", "\\u{7f}\\u{80}\\u{9b}31m\\u{9f}"),
        ("abc\u{202e}txt.exe\u{2066}\u{200f}", "abc\\u{202e}txt.exe\\u{2066}\\u{200f}"),
        ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"),
        // Zero-width characters, and invisible tags and selectors.
        ("a\u{200b}b\u{200d}c\u{feff}\u{ad}", "a\\u{200b}b\\u{200d}c\\u{feff}\\u{ad}"),
        ("a\u{e0041}\u{e007f}b", "a\\u{e0041}\\u{e007f}b"),
        ("1\u{fe0f}\u{e0100}\u{2063}\u{3164}", "1\\u{fe0f}\\u{e0100}\\u{2063}\\u{3164}"),
        // A carriage return and a newline are one Character.
        ("a\r\nb", "a\\u{d}\\u{a}b"),
    ])
    func `characters that control a terminal or reverse text are printed as numbers`(
        text: String, shown: String
    ) {
        #expect(TerminalText.escaped(text) == shown)
    }

    @Test func `line breaks of the tool's own text are kept`() {
        #expect(TerminalText.escapedLines("a\n\u{1b}b\n") == "a\n\\u{1b}b\n")
    }

    @Test func `JSON keeps its value, with DEL, C1 and bidi characters escaped`() throws {
        let text = "\u{7f}\u{80}\u{9f}\u{a0}\u{e9}\u{1b}\u{c2}\u{202e}\u{61c}\u{1f600}"
        let bytes = TerminalJSON.escaped(JSONWriter.bytes(of: .string(text)))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #""\u007f\u0080\u009f\#u{a0}\#u{e9}\u001b\#u{c2}\u202e\u061c\#u{1f600}""#)
        #expect(try JSONParser.parse(bytes) == .string(text))
    }

    @Test func `JSON keeps its value, with tags as two escapes`() throws {
        let text = "a\u{e0041}\u{200b}b"
        let bytes = TerminalJSON.escaped(JSONWriter.bytes(of: .string(text)))
        #expect(String(decoding: bytes, as: UTF8.self) == #""a\udb40\udc41\u200bb""#)
        #expect(try JSONParser.parse(bytes) == .string(text))
    }

    /// No character that is invisible or changes the reading order, by the properties of Unicode,
    /// is printed.
    @Test func `no invisible character is left in a text`() {
        for value in UInt32(0x80)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isHidden =
                scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isBidiControl
                || scalar.properties.generalCategory == .control
            guard isHidden else { continue }
            #expect(
                TerminalText.escaped("a" + String(scalar)) == "a\\u{\(String(value, radix: 16))}")
        }
    }
}
