/// A condition of a pattern on a position between two characters. It consumes nothing.
enum PatternAssertion: Sendable, Hashable {
    /// `^` without the option `m`, and `\A`.
    case textStart
    /// `$` without the option `m`, and `\z`.
    case textEnd
    /// `^` with the option `m`: the start of the text, or after a line break.
    case lineStart
    /// `$` with the option `m`: the end of the text, or before a line break.
    case lineEnd
    /// `\b`: exactly one of the two neighbours is a word character.
    case wordBoundary
    /// `\B`: both neighbours are word characters, or neither.
    case noWordBoundary

    /// Returns whether the assertion holds between two characters.
    func holds(between before: PatternNeighbour, and after: PatternNeighbour) -> Bool {
        switch self {
        case .textStart: before == .none
        case .textEnd: after == .none
        case .lineStart: before == .none || before == .newline
        case .lineEnd: after == .none || after == .newline
        case .wordBoundary: (before == .word) != (after == .word)
        case .noWordBoundary: (before == .word) == (after == .word)
        }
    }
}
