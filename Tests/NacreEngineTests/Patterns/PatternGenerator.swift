import NacreTestSupport

/// Makes regular expressions that Swift's Regex accepts as well, and texts of the same few
/// characters.
enum PatternGenerator {
    static let pattern = Generator<String> { choices throws(Rejection) in
        let options = try choices.draw(
            Generator<String>.element(of: ["", "", "", "(?i)", "(?m)", "(?s)"]))
        return options + (try alternatives(&choices, depth: 2))
    }

    static let text: Generator<String> = Generator<[String]>.array(
        of: .element(of: letters), count: 0...6
    ).map { $0.joined() }

    // Excludes letters whose other case is ASCII: classes of Swift's Regex differ from its
    // literals.
    private static let letters = [
        "a", "b", "c", "A", "B", "\u{e9}", "\u{c9}", "e\u{301}", "e", "1", "\u{bd}", " ", "_", "-",
        "\n", "\r", "\r\n", "\u{2028}", "\u{df}", "\u{6f22}", "\u{3c3}", "\u{3a3}", "\u{3c2}", "\0",
        "\u{1f469}\u{200d}\u{1f469}",
    ]

    private static let literals = [
        "a", "b", "c", "A", "\u{e9}", "e", "e\\u{301}", "\\u{301}", "1", " ", "_", "-", "\\n",
        "\\r",
        "\\r\\n", "\\.", "\u{df}", "\\x61", "\\Qab\\E", "\u{6f22}", "\u{3c3}", "\u{3a3}",
        "\u{3c2}", "{", "]", "a\\u{301}\\u{323}",
    ]

    private static let classes = [
        ".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\h", "\\H", "\\v", "\\V", "\\R", "\\X",
        "\\p{L}", "\\P{L}", "\\p{Ll}", "\\P{Lu}", "\\p{Nd}", "\\p{White_Space}", "\\p{Any}",
    ]

    private static let members = [
        "a", "b", "\u{e9}", "1", " ", "_", "\\-", "\\n", "a-c", "A-Z", "0-9", "\\d", "\\w", "\\S",
        "\\W", "\u{e0}-\u{fd}", "[:alpha:]", "[:^upper:]", "\\p{Lu}", "\\P{L}", "a-\\u{ff}", ".",
        "\\x61-\\x63", "\u{6f22}",
    ]

    private static let assertions = ["^", "$", "\\b", "\\B", "\\A", "\\z"]
    private static let openings = [
        "(", "(?:", "(?i:", "(?s:", "(?m:", "(?-i:", "(?<name>", "(?x: ", "(?#comment)(",
    ]
    private static let quantifiers = [
        "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}", "{1,}", "{,2}", "{0}",
    ]

    private static func element(
        _ values: [String], _ choices: inout Choices
    ) throws(Rejection) -> String {
        try choices.draw(Generator<String>.element(of: values))
    }

    private static func alternatives(
        _ choices: inout Choices, depth: Int
    ) throws(Rejection) -> String {
        var made = try sequence(&choices, depth: depth)
        for _ in 0..<max(0, Int(try choices.draw(upTo: 4)) - 2) {
            made += "|" + (try sequence(&choices, depth: depth))
        }
        return made
    }

    private static func sequence(
        _ choices: inout Choices, depth: Int
    ) throws(Rejection) -> String {
        var made = ""
        for _ in 0..<(try choices.draw(upTo: 4)) {
            if try choices.draw(upTo: 5) == 0 {
                made += try element(assertions, &choices)
                continue
            }
            made += try atom(&choices, depth: depth)
            if try choices.draw(upTo: 2) == 0 { made += try element(quantifiers, &choices) }
        }
        return made
    }

    private static func atom(_ choices: inout Choices, depth: Int) throws(Rejection) -> String {
        switch try choices.draw(upTo: depth == 0 ? 4 : 6) {
        case 0, 1: return try element(literals, &choices)
        case 2: return try element(classes, &choices)
        case 3, 4:
            let list = Generator<[String]>.array(of: .element(of: members), count: 1...3)
            let negation = try element(["", "^"], &choices)
            return "[\(negation)\(try choices.draw(list).joined())]"
        default:
            let opening = try element(openings, &choices)
            return opening + (try alternatives(&choices, depth: depth - 1)) + ")"
        }
    }
}
