/// Parsing of the kinds of groups, which follow a parenthesis and a question mark.
extension PatternParser {
    /// Parses the kind of a group, starting after `(?`.
    /// - Returns: false if it is not a group but sets options for the rest of the surrounding
    ///   group.
    mutating func takeGroupKind(_ start: Int) throws(PatternError) -> Bool {
        if scanner.take(":") { return true }
        for (sign, name) in Self.refused where scanner.take(sign) {
            throw error("\(name) are not supported", Self.refusal, at: start)
        }
        if scanner.take("P<") || scanner.take("<") { return try takeName(upTo: ">", start) }
        if scanner.take("'") { return try takeName(upTo: "'", start) }
        return try takeOptions(start)
    }

    /// The unsupported kinds of groups. A longer sign comes before any of its prefixes.
    private static let refused = [
        ("<=", "look-behind assertions"), ("<!", "look-behind assertions"),
        ("=", "look-ahead assertions"), ("!", "look-ahead assertions"),
        (">", "atomic groups"), ("|", "branch reset groups"), ("(", "conditionals"),
        ("R", "references to groups"), ("&", "references to groups"),
        ("P=", "references to groups"), ("P>", "references to groups"),
        ("C", "callouts"), ("~", "absent functions"),
    ]

    private static let refusal =
        "Patterns are matched in linear time, which this does not allow. Write it without them, or"
        + " test what was found in Swift."

    private mutating func takeName(
        upTo end: Character, _ start: Int
    ) throws(PatternError) -> Bool {
        let name = scanner.takeAll { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !name.isEmpty, name.first?.isNumber == false, scanner.take(String(end)) else {
            throw error(
                "the name of this group is not complete",
                "Write (?<name>...), or (?:...) without a name.", at: start)
        }
        return true
    }

    /// Parses options. `(?i)` applies to the rest of the surrounding group, `(?i:...)` inside its
    /// own group.
    private mutating func takeOptions(_ start: Int) throws(PatternError) -> Bool {
        var changed = options
        var isOn = true
        while let letter = scanner.current, letter != ":", letter != ")" {
            if letter == "-", isOn {
                isOn = false
            } else if let option = PatternOptions(letter: letter) {
                if isOn { changed.insert(option) } else { changed.remove(option) }
            } else {
                throw error(
                    "\(letter) is not an option of patterns",
                    "The options are i, m, s and x, as in (?i) and (?i:...).")
            }
            scanner.advance()
        }
        if scanner.take(":") {
            options = changed
            return true
        }
        guard scanner.take(")") else {
            throw error("this group is not complete", "Write (?:...).", at: start)
        }
        try endLiteral()
        options = changed
        return false
    }
}
