/// Options for interpreting a part of a pattern: `(?i)`, `(?m)`, `(?s)` and `(?x)`.
struct PatternOptions: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// Upper and lower case are equal.
    static let ignoringCase = PatternOptions(rawValue: 1)
    /// `^` and `$` also match at line breaks.
    static let multiline = PatternOptions(rawValue: 2)
    /// `.` also matches line breaks.
    static let dotMatchesNewlines = PatternOptions(rawValue: 4)
    /// Whitespace in the pattern is ignored, and `#` begins a comment.
    static let extended = PatternOptions(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Makes the option that a letter denotes.
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
