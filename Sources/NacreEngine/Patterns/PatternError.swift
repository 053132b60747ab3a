/// Why a text is not a regular expression, where, and what to write instead.
struct PatternError: Error, Hashable {
    /// The index of the Character where the problem is, counted from the start of the pattern.
    let offset: Int
    /// A clause that continues "The regular expression is wrong at character 3: ".
    let problem: String
    let suggestion: String
}
