import NacreFormat
import Testing

/// The texts that are JSON, and their values.
@Suite struct JSONAcceptanceTests {
    @Test(arguments: [
        ("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false)),
        (" \t\r\n null \t\r\n ", .null),
        ("0", .integer(0)), ("7", .integer(7)), ("-1", .integer(-1)), ("10", .integer(10)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number("9223372036854775808")),
        ("-9223372036854775809", .number("-9223372036854775809")),
        ("18446744073709551615", .number("18446744073709551615")),
        ("18446744073709551616", .number("18446744073709551616")),
        ("9999999999999999999", .number("9999999999999999999")),
        ("100000000000000000000", .number("100000000000000000000")),
        ("-0", .double(-0.0)), ("-0.0", .double(-0.0)), ("0.0", .double(0)), ("1.0", .double(1)),
        ("1e3", .double(1000)), ("1E+3", .double(1000)), ("1e-3", .double(0.001)),
        ("0e0", .double(0)), ("0e+99999999999999999999", .double(0)), ("0E-1", .double(0)),
        ("1e05", .double(100000)), ("0.1", .double(0.1)), ("-1.5", .double(-1.5)),
        ("1e22", .double(1e22)), ("1e23", .double(1e23)),
        ("5e-324", .double(.leastNonzeroMagnitude)),
        ("2e-324", .double(0)), ("-1e-99999999999999999999", .double(-0.0)),
        ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
        ("2.2250738585072014e-308", .double(.leastNormalMagnitude)),
        ("9007199254740993.0", .double(9_007_199_254_740_992)),
        ("0.30000000000000004", .double(0.1 + 0.2)),
        ("123456789012345678901234567890.0", .double(123456789012345678901234567890.0)),
    ])
    func `a number or a word is parsed to its value`(text: String, value: JSONValue) throws {
        #expect(try JSONParser.parse(text) == value)
    }

    @Test(arguments: [
        (#""""#, ""), (#""a""#, "a"), (#""a b""#, "a b"), (#""12345678""#, "12345678"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0041\u00e9\u20AC""#, "A\u{E9}\u{20AC}"), (#""\uD83D\uDe00""#, "\u{1F600}"),
        (#""\u0000""#, "\u{0}"), (#""\uFFFF""#, "\u{FFFF}"),
        (#""\uD7FF\uE000""#, "\u{D7FF}\u{E000}"),
        (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\uD800\uDC00""#, "\u{10000}"),
        ("\"\u{7F}\u{80}\u{E9}\u{20AC}\u{1F600}\"", "\u{7F}\u{80}\u{E9}\u{20AC}\u{1F600}"),
        ("\"\u{2028}\u{FEFF}\"", "\u{2028}\u{FEFF}"), (#""/""#, "/"), (#""'""#, "'"),
        (#""abcdefghijklmnopqrstuvwxyz\nabc""#, "abcdefghijklmnopqrstuvwxyz\nabc"),
    ])
    func `a string is parsed to its value`(text: String, value: String) throws {
        let parsed = try JSONParser.parse(text)
        #expect(parsed == .string(value))
    }

    @Test func `arrays and objects keep the order of the text`() throws {
        let value = try JSONParser.parse(#" { "b" : [ 1 , [ ] , { } ] , "a" : null, "" : "" } "#)
        let expected = JSONValue.object([
            JSONMember(name: "b", value: .array([.integer(1), .array([]), .object([])])),
            JSONMember(name: "a", value: .null),
            JSONMember(name: "", value: .string("")),
        ])
        #expect(value == expected)
        #expect(value["a"]?.isNull == true)
        #expect(value["b"]?.asArray?.count == 3)
        #expect(value["c"] == nil)
    }

    @Test(arguments: [
        ("", 0), (" ", 1), ("nul", 3), ("nulL", 0), ("True", 0), ("nan", 0), ("NaN", 0),
        ("Infinity", 0), ("-Infinity", 1), ("-", 1), ("+1", 0), ("01", 0), ("-01", 1), ("00", 0),
        ("1.", 2), (".5", 0), ("1.e3", 2), ("1e", 2), ("1e+", 3), ("1e+x", 3), ("1e1.5", 3),
        ("0x10", 1), ("1_000", 1), ("--1", 1), ("1e400", 0), ("-1e309", 0), ("1.8e308", 0),
        ("1 2", 2), ("1,", 1), ("null null", 5), ("nullx", 4), ("'a'", 0),
        ("[", 1), ("]", 0), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3),
        ("[1}", 2), ("[1,,2]", 3), ("[\"a\"", 4), ("[1]]", 3),
        ("{", 1), ("}", 0), ("{1:2}", 1), ("{a:1}", 1), ("{\"a\"}", 4), ("{\"a\" 1}", 5),
        ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{,}", 1), ("{\"a\":1 \"b\":2}", 7),
        ("{\"a\":1]", 6), ("{\"a\":1", 6), ("{\"a\":", 5), ("{\"a\"", 4), ("{null:1}", 1),
        ("{\"a\":1,\"a\":2}", 7), (#"{"a":1,"\u0061":2}"#, 7), (#"{"":1,"":2}"#, 6),
        (#"{"longer than eight":1,"longer than eight":2}"#, 23),
        ("\"", 1), ("\"a", 2), ("\"a\n\"", 2), ("\"\t\"", 1), ("\"\u{0}\"", 1),
        ("\"\u{1F}\"", 1), (#""\"#, 2), (#""\x""#, 2), (#""\'""#, 2), (#""\U0041""#, 2),
        (#""\u""#, 3), (#""\u12""#, 5), (#""\u12G4""#, 5), (#""\u 123""#, 3),
        (#""\uD800""#, 1), (#""\uDC00""#, 1), (#""a\uD800b""#, 2), (#""\uD800\n""#, 1),
        (#""\uD800\uD800""#, 1), (#""\uD800\u0041""#, 1), (#""\uDC00\uD800""#, 1),
        ("\u{FEFF}1", 0), ("\u{A0}1", 0), ("\u{C}1", 0), ("\u{0}", 0), ("1\u{0}", 1),
        ("// a\n1", 0), ("/* a */ 1", 0), ("[1] // a", 4), ("{\"a\":undefined}", 5),
    ])
    func `a text that is not JSON is refused at the offending byte`(text: String, offset: Int) {
        do {
            let value = try JSONParser.parse(text)
            Issue.record("\(text) was taken for \(value)")
        } catch {
            #expect(error.offset == offset, "\(text): \(error)")
        }
    }

    @Test(
        arguments: [
            ([0x80], 1), ([0x41, 0xC3], 2), ([0xC0, 0x80], 1), ([0xC1, 0xBF], 1),
            ([0xE0, 0x80, 0x80], 1),
            ([0xED, 0xA0, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF0, 0x80, 0x80, 0x80], 1),
            ([0xF0, 0x9F, 0x98], 1), ([0xFF], 1), ([0xFE], 1), ([0xC3, 0xA9, 0xE2, 0x82], 3),
            ([0xC3, 0x5C, 0x6E, 0xA9], 1),
            ([0x5C, 0x6E, 0xA9], 3), ([0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0xF5], 9),
        ] as [([UInt8], Int)])
    func `a string that is not UTF-8 is refused at the first wrong byte`(
        bytes: [UInt8], offset: Int
    ) {
        let error = #expect(throws: JSONError.self) {
            try JSONParser.parse([0x22] + bytes + [0x22])
        }
        #expect(error?.offset == offset)
        #expect(error?.reason == .invalidUTF8(offset <= bytes.count ? bytes[offset - 1] : 0x22))
    }
}
