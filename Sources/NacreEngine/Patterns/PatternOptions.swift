/// How a part of a pattern is read: `(?i)`, `(?m)`, `(?s)` and `(?x)`.
struct PatternOptions: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// Letters of either case are one.
    static let ignoringCase = PatternOptions(rawValue: 1)
    /// `^` and `$` also match at line breaks.
    static let multiline = PatternOptions(rawValue: 2)
    /// `.` also matches line breaks.
    static let dotMatchesNewlines = PatternOptions(rawValue: 4)
    /// Whitespace in the pattern does not count, and `#` begins a comment.
    static let extended = PatternOptions(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The option with a letter.
    init?(letter: Character) {
        switch letter {
        case "i": self = .ignoringCase
        case "m": self = .multiline
        case "s": self = .dotMatchesNewlines
        case "x": self = .extended
        default: return nil
        }
    }
}
