import Foundation
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Regular expressions of filters and rules: the texts that they match, and the refused patterns.
@Suite struct PatternTests {
    private func matches(
        _ pattern: String, _ text: String, ignoringCase: Bool = false
    ) throws -> Bool {
        try TextPattern(pattern, ignoringCase: ignoringCase).matches(text)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the time does not grow with the number of possible matches`() throws {
        let letters = String(repeating: "a", count: 5000)
        #expect(try !matches("^([a-z]+)*$", letters + "!"))
        #expect(try !matches("(a|a)*b", letters))
        #expect(try !matches("^(([a-z])+.)+[A-Z]([a-z])+$", letters))
        #expect(try !matches("(.*)*=", letters + "\u{6f22}"))
        // A classic worst case for backtracking: 998 optional letters and 998 required ones.
        let half = letters.prefix(998)
        #expect(try matches("^a{0,998}a{998}$", String(half)))
        #expect(try !matches("^a{0,998}a{998}$", String(half.dropLast())))
    }

    @Test func `blanks are allowed within a quantifier in extended syntax`() throws {
        #expect(try matches("^(?x: a* ?)$", "aa"))
        #expect(try matches("^(?x: a{2} ?)$", "aa"))
        #expect(try !matches("^(?x: a{2} ?)$", "a"))
        // Only blanks may separate them, and only here.
        for pattern in ["(?x: a* + )", "(?x:a* #c\n+)", "a* +*", "(?x)a*(?#c)+"] {
            #expect(throws: PatternError.self, "\(pattern)") { try PatternParser.parse(pattern) }
        }
    }

    @Test func `Characters match in any spelling`() throws {
        for text in ["\u{e9}", "e\u{301}"] {
            for pattern in [
                "^.$", "^\u{e9}$", "^e\\u{301}$", "^[\\u{e9}]$", "^[e\\u{301}]$",
                "^[\\u{e0}-\\u{ff}]$", "^\\p{L}$", "^\\w$", "^[^e]$", "(?i)^\u{c9}$",
            ] {
                #expect(try matches(pattern, text), "\(pattern)")
            }
            #expect(try !matches("e", text))
            #expect(try !matches("[a-z]", text))
        }
        for kelvin in ["K", "\u{212a}"] {
            #expect(try matches("^K$", kelvin))
            #expect(try matches("^\u{212a}$", kelvin))
            #expect(try matches("^[A-Z]$", kelvin))
            #expect(try matches("^k$", kelvin, ignoringCase: true))
        }
        #expect(try matches("^.$", "\u{1f469}\u{200d}\u{1f469}"))
    }

    @Test func `a carriage return and a line feed are one Character, also in a list`() throws {
        for text in ["\r", "\n", "\r\n"] {
            #expect(try matches("^[\\r\\n]$", text))
            #expect(try !matches("[^\\r\\n]", text))
            #expect(try matches("^\\R$", text))
            #expect(try !matches(".", text))
            #expect(try matches("(?s)^.$", text))
            #expect(try matches("(?m)^a$", "b\(text)a\(text)b"))
        }
        #expect(try matches("^\\r\\n$", "\r\n"))
        #expect(try !matches("\\n", "\r\n"))
    }

    @Test func `words end where word characters end`() throws {
        #expect(try matches("\\bcat\\b", "a cat."))
        #expect(try !matches("\\bcat\\b", "concat"))
        #expect(try matches("\\Bcat\\b", "concat"))
        #expect(try matches("n\\b", "don't"))
        #expect(try matches("^\\B$", ""))
    }

    @Test func `options apply to the end of their group`() throws {
        #expect(try matches("^a(?i)b|c$", "C"))
        #expect(try !matches("^(?:(?i)a)b$", "AB"))
        #expect(try matches("^(?i:a)b$", "Ab"))
        #expect(try matches("(?x) ^ a [b c] # a comment\n \\  $", "ac "))
        #expect(try !matches("(?i)^(?-i)a", "A"))
    }

    /// A wrong pattern, the Character of the error, counted from 1, and a part of the message.
    private static let refused: [(String, Int, String)] = [
        ("a(?=b)", 2, "look-ahead"), ("a(?!b)", 2, "look-ahead"), ("(?<=a)b", 1, "look-behind"),
        ("(?<!a)b", 1, "look-behind"), ("(a)\\1", 4, "references"),
        ("(?<n>a)\\k<n>", 8, "references"),
        ("(?>a)", 1, "atomic"), ("ba++", 3, "possessive"), ("a{1,2}+", 2, "possessive"),
        ("a\\Z", 2, "\\Z"), ("\\Ga", 1, "\\G"), ("\\p{Greek}", 1, "Greek"), ("\\pL", 1, "property"),
        ("[a&&b]", 3, "operations"), ("[a--b]", 3, "operations"),
        ("[a[b]]", 3, "inside of classes"),
        ("[b-a]", 2, "before it begins"), ("[a-\\d]", 4, "\\d"),
        ("[a-e\u{323}\u{301}]", 2, "bound"),
        ("[]", 1, "no members"), ("[a", 1, "no ]"), ("a[[:alpha]", 3, "no :]"),
        ("(a", 1, "no )"), ("a)", 2, "no ("), ("*a", 1, "nothing"), ("a|+", 3, "nothing"),
        ("a**", 3, "nothing"), ("{2}", 1, "nothing"), ("^*", 2, "assertion"),
        ("a{3,2}", 2, "before it begins"), ("a{1000}", 2, "999"),
        ("a{99999999999999999999}", 2, "999"), ("(a{99}){99}", 8, "4096 steps"),
        ("(?:a{0,999}b{0,999}){2}", 21, "4096 steps"), ("a\\", 2, "backslash"), ("\\q", 1, "\\q"),
        ("\\x", 1, "scalar"), ("\\u12", 1, "4 hexadecimal"), ("\\u{110000}", 1, "scalar"),
        ("\\u{d800}", 1, "scalar"), ("\\u{41 42}", 1, "no }"), ("\\N{A}", 1, "\\N"),
        ("(?q)", 3, "not an option"), ("(?i", 1, "not complete"), ("(?<>a)", 1, "name"),
        ("(?#a", 1, "comment"), ("(?(1)a|b)", 1, "conditionals"), ("\u{e9}e\u{301}(", 3, "no )"),
    ]

    @Test(arguments: refused)
    func `a wrong pattern is refused with its place and a suggestion`(
        pattern: String, place: Int, part: String
    ) {
        let error = #expect(throws: PatternError.self) { try PatternParser.parse(pattern) }
        #expect(error?.offset == place - 1, "\(pattern)")
        #expect(error?.problem.contains(part) == true, "\(error?.problem ?? "")")
        #expect(error?.suggestion.isEmpty == false)
        let told = #expect(throws: StoreError.self) { try TextPattern(parsing: pattern) }
        #expect(told?.code == .invalidValue)
        #expect(
            told?.message.contains("regular expression is wrong at its character \(place): ")
                == true)
    }

    @Test func `size and depth are limited, and an allowed pattern needs no deep stack`() throws {
        let deep = String(repeating: "(", count: 100) + String(repeating: ")", count: 100)
        #expect(try matches(deep, ""))
        #expect(throws: PatternError.self) { try PatternParser.parse("(\(deep))") }
        #expect(throws: PatternError.self) {
            try PatternParser.parse(String(repeating: "a", count: 2001))
        }
        let branches = String(repeating: "a|", count: 990)
        #expect(try matches(branches, ""))
        #expect(try matches("^(?:\(branches)b)$", "b"))
        // Formerly, years had too many digits.
        #expect(try matches("^2024-", "2024-01-01"))
    }
}
