/// A group of a pattern that is being parsed.
struct PatternGroup {
    /// The offset of the group's parenthesis.
    let offset: Int
    /// The options that apply again after the group.
    let options: PatternOptions
    var alternatives: [PatternFragment] = []
    /// The alternative that is being parsed.
    var sequence = PatternFragment()
    /// The last characters of the alternative, which are not yet part of the sequence.
    var literal = ""
    var literalOptions: PatternOptions = []

    init(offset: Int, _ options: PatternOptions) {
        self.offset = offset
        self.options = options
    }
}
