/// An error in the syntax of a regular expression: the problem, its place and a suggestion.
struct PatternError: Error, Hashable {
    /// The index of the Character at which the problem is, counted from the start of the pattern.
    let offset: Int
    /// A clause that continues "The regular expression is wrong at character 3: ".
    let problem: String
    let suggestion: String
}
