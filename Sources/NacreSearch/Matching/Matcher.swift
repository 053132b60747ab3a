/// Walks the documents of one run that match a part of a query, in ascending order.
class Matcher {
    /// The ordinal after the last document.
    static let end = PostingCursor.end

    /// The ordinal of the current document: -1 before the first, ``end`` after the last.
    @safe @exclusivity(unchecked) final var current = -1

    /// The number of documents that this part visits, roughly: the part with the least leads.
    var cost: Int { 0 }

    /// The limit of the score of any document.
    var greatestScore: Double { 0 }

    /// Moves to the first matching document that is not before `target`.
    func advance(to target: Int) throws { current = Self.end }

    /// Returns the score of the current document.
    func score() throws -> Double { 0 }

    /// Returns a limit of the scores from one document to another.
    func bound(from target: Int) -> ScoreBound {
        ScoreBound(score: greatestScore, last: Self.end)
    }

    /// Tells that documents with a lower score are not wanted, though they may still be visited.
    func setThreshold(_ threshold: Double) {}
}
