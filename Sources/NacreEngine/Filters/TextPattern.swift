internal import NacreFormat

/// A compiled regular expression of a filter or a rule. Filters keep its text.
///
/// Patterns come from files and from users, and rules are checked while the write lock is held.
/// Therefore an automaton matches them, not Swift's Regex, which backtracks: the time is at most
/// proportional to the size of the pattern times the length of the text. A text is searched
/// Character by Character, and canonically equivalent spellings are the same text.
package final class TextPattern: Sendable {
    private let program: PatternProgram
    /// The automaton. Nil if the program is too large for it.
    private let automaton: PatternAutomaton?

    /// - Throws: an error with the place in the pattern and a suggestion.
    init(_ pattern: String, ignoringCase: Bool) throws(OperandError) {
        do throws(PatternError) {
            program = try PatternParser.parse(pattern, ignoringCase ? .ignoringCase : [])
            automaton = PatternAutomaton(program)
        } catch {
            throw OperandError(
                .invalidValue,
                "The regular expression is wrong at its character \(error.offset + 1):"
                    + " \(error.problem).",
                suggestion: error.suggestion)
        }
    }

    /// Compiles the pattern of an attribute's rule.
    /// - Throws: `invalidValue` with the place in the pattern.
    package convenience init(parsing pattern: String) throws(StoreError) {
        do throws(OperandError) { try self.init(pattern, ignoringCase: false) } catch {
            throw StoreError(error)
        }
    }

    /// Returns whether the pattern matches anywhere in a text.
    package func matches(_ text: String) -> Bool {
        text.withBytes { matchesPlain($0) } ?? matches(CharacterSymbols(text))
    }

    /// Returns whether the pattern matches anywhere in a text in UTF-8.
    /// - Returns: nil if the bytes are not UTF-8.
    func matches(_ text: ByteView) -> Bool? {
        matchesPlain(text) ?? text.string.map { matches(CharacterSymbols($0)) }
    }

    /// Returns whether the pattern matches anywhere in a text in UTF-8.
    /// - Returns: nil if the bytes are not UTF-8.
    /// - Throws: `cancelled` or `deadlineExceeded` once the read must stop.
    func matches(_ text: ByteView, within limit: ReadLimit) throws(StoreError) -> Bool? {
        let answer =
            text.isPlainASCII
            ? matches(LimitedSymbols(ASCIISymbols(text), limit))
            : text.string.map { matches(LimitedSymbols(CharacterSymbols($0), limit)) }
        // If the limit has ended the text, the answer is that of a part.
        try limit.check()
        return answer
    }

    /// - Returns: nil if the text is not all ASCII or contains a carriage return.
    private func matchesPlain(_ text: ByteView) -> Bool? {
        text.isPlainASCII ? matches(ASCIISymbols(text)) : nil
    }

    private func matches(_ symbols: some IteratorProtocol<PatternSymbol>) -> Bool {
        automaton?.matches(symbols) ?? PatternMatcher.matches(program, symbols)
    }
}

extension TextCondition {
    /// The compiled pattern of a test with the method `matches`.
    var pattern: TextPattern {
        get throws(OperandError) {
            try TextPattern(text, ignoringCase: options.contains(.caseInsensitive))
        }
    }

    /// Throws if the test itself is invalid, regardless of the attribute.
    func check() throws(OperandError) {
        guard method == .matches else { return }
        if options.contains(.diacriticInsensitive) {
            throw OperandError(
                .invalidValue, "Regular expressions do not support .diacriticInsensitive.",
                suggestion: "Write the letters with their marks into it.")
        }
        _ = try pattern
    }
}
