/// A limit of the scores of documents up to `last`.
struct ScoreBound {
    var score: Double
    /// The ordinal of the last document that the limit is for.
    var last: Int

    /// The limit of the sum of the scores of two parts.
    static func + (left: ScoreBound, right: ScoreBound) -> ScoreBound {
        ScoreBound(score: left.score + right.score, last: min(left.last, right.last))
    }
}
