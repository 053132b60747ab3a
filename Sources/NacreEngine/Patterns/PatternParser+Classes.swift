/// Parsing of character classes: `[a-z\d]`.
extension PatternParser {
    /// The members of a class that have been parsed so far.
    private struct Members {
        var items: [PatternSet.Item] = []
        /// Scalars that are not items yet, since an accent combines with the letter before it.
        var text = ""

        mutating func endText() {
            for character in NormalCharacter.all(of: text) {
                items.append(.character(character))
                // A class with CR and LF matches each of them, and both together.
                guard character.character == "\r\n" else { continue }
                items += ["\r", "\n"].map { .character(NormalCharacter($0)) }
            }
            text = ""
        }
    }

    /// Parses a class, starting after the opening bracket.
    mutating func characterClass(_ start: Int) throws(PatternError) -> PatternSet {
        let isNegated = scanner.take("^")
        var members = Members()
        while true {
            guard let character = scanner.current else {
                throw error(
                    "this [ has no ]", "Close the class, or write \\[ for the character itself.",
                    at: start)
            }
            if character == "]" { break }
            if options.contains(.extended), character.isWhitespace {
                scanner.advance()
            } else {
                try takeMember(character, &members)
            }
        }
        members.endText()
        guard !members.items.isEmpty else {
            throw error(
                "this class has no members", "Write \\] for a bracket as its first member.",
                at: start)
        }
        scanner.advance()
        return PatternSet(
            members.items, isNegated: isNegated, ignoresCase: options.contains(.ignoringCase))
    }

    private mutating func takeMember(
        _ character: Character, _ members: inout Members
    ) throws(PatternError) {
        let start = scanner.offset
        if scanner.take("[:") {
            members.endText()
            members.items.append(try namedClass(start))
            return
        }
        try refuseOperations(character)
        scanner.advance()
        if character == "\\", let property = try takeProperty(start) {
            members.endText()
            members.items.append(property)
            return
        }
        let text = try member(character, start)
        guard scanner.current == "-", !isLastHyphen else {
            members.text += text
            return
        }
        try refuseOperations("-")
        scanner.advance()
        members.endText()
        members.items.append(try range(from: text, start))
    }

    /// Whether the hyphen that comes next is an ordinary character, since it ends the class.
    private var isLastHyphen: Bool {
        var ahead = scanner
        ahead.advance()
        return ahead.current == "]" || ahead.current == nil
    }

    /// Parses `[:alpha:]`, starting after its first colon.
    private mutating func namedClass(_ start: Int) throws(PatternError) -> PatternSet.Item {
        let isNegated = scanner.take("^")
        guard let name = scanner.take(upTo: ":]") else {
            throw error("this [: has no :]", "Write [:alpha:] or \\[.", at: start)
        }
        return .property(try property(name, start), isNegated: isNegated)
    }

    private func refuseOperations(_ character: Character) throws(PatternError) {
        if character == "[" {
            throw error(
                "classes inside of classes are not supported",
                "Write their members, or \\[ for the character itself.")
        }
        var ahead = scanner
        if ahead.take("&&") || ahead.take("--") || ahead.take("~~") {
            throw error(
                "operations on classes are not supported",
                "Write the members that are left, or a \\ before each character.")
        }
    }

    /// Returns a member that is a character. Its first Character has been read.
    private mutating func member(
        _ character: Character, _ start: Int
    ) throws(PatternError) -> String {
        guard character == "\\" else { return String(character) }
        if scanner.take("b") { return "\u{8}" }
        return String(try escapedCharacter(start))
    }

    private mutating func range(
        from lower: String, _ start: Int
    ) throws(PatternError) -> PatternSet.Item {
        let end = scanner.offset
        let upper: String
        if let character = scanner.current {
            try refuseOperations(character)
            scanner.advance()
            upper = try member(character, end)
        } else {
            upper = ""
        }
        guard let first = bound(lower), let last = bound(upper) else {
            throw error(
                "a bound of this range is not one Unicode scalar",
                "Write two characters, as in [a-z].", at: start)
        }
        guard first <= last else {
            throw error(
                "this range ends before it begins", "Write [\(upper)-\(lower)].", at: start)
        }
        return .range(first...last)
    }

    private func bound(_ text: String) -> Unicode.Scalar? {
        NormalCharacter.all(of: text).only?.onlyScalar
    }
}
