/// A group of a pattern that is being read.
struct PatternGroup {
    /// Where its parenthesis is.
    let offset: Int
    /// Those that hold again after it.
    let options: PatternOptions
    var alternatives: [PatternFragment] = []
    /// The alternative that is being read.
    var sequence = PatternFragment()
    /// Its last characters, which are not yet part of the sequence.
    var literal = ""
    var literalOptions: PatternOptions = []

    init(offset: Int, _ options: PatternOptions) {
        self.offset = offset
        self.options = options
    }
}
