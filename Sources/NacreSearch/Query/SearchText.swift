/// The spelling of words and names in the text of a query. ``SearchLexer`` does the reverse.
enum SearchText {
    /// Words that are operators unless they are in quotes.
    static let or = "OR"
    static let and = "AND"
    static let not = "NOT"
    /// The name of the function that wants words near one another.
    static let near = "near"

    /// Operators of other languages, and the ones to use.
    static let mistakes: [(found: String, meant: String)] = [
        ("||", "Write OR."), ("&&", "Write nothing: all words must match."),
    ]

    /// Returns whether a text is read back as this word, wherever it is in a query.
    static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first != "-", first != "`",
            text.utf8.count <= SearchLimits.textSizeMax
        else { return false }
        return ![or, and, not].contains(text) && !mistakes.contains { $0.found == text }
            && text.unicodeScalars.allSatisfy { scalar in
                !isWhiteSpace(scalar) && !isParenthesis(scalar) && !isQuote(scalar)
                    && scalar != "*" && scalar != "~" && scalar != ":"
            }
    }

    static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? scalar == " " || (0x09...0x0D).contains(scalar.value)
            : scalar.properties.isWhitespace
    }

    static func isParenthesis(_ scalar: Unicode.Scalar) -> Bool { scalar == "(" || scalar == ")" }

    /// Returns whether a scalar begins a phrase. Keyboards write the marks of a language instead of
    /// straight ones.
    static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || isTypographicQuote(scalar)
    }

    /// Returns whether a scalar begins and ends phrases, together with any other of its kind.
    static func isTypographicQuote(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{AB}", "\u{BB}": true
        default: false
        }
    }

    /// Returns whether a name needs no backquotes: identifiers, with points between them.
    static func isIdentifier(_ name: some StringProtocol) -> Bool {
        !name.isEmpty
            && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
                guard let first = part.unicodeScalars.first else { return false }
                return (first == "_" || first.properties.isXIDStart)
                    && part.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
            }
    }

    static func name(_ name: String) -> String {
        isIdentifier(name) ? name : quoted(name, by: "`")
    }

    /// Returns a text between marks. A mark in the text is written twice.
    static func quoted(_ text: String, by mark: Unicode.Scalar) -> String {
        var quoted = String.UnicodeScalarView([mark])
        for scalar in text.unicodeScalars {
            if scalar == mark { quoted.append(mark) }
            quoted.append(scalar)
        }
        quoted.append(mark)
        return String(quoted)
    }
}
