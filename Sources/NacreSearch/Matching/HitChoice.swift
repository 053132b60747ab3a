/// The documents that a ranked search takes among those that match, and the factors of their
/// scores.
struct HitChoice {
    /// The place from which to go on; nil for the start.
    var continuation: SearchContinuation?
    /// Returns the number by which the score of a row is multiplied, from 0 to 1; nil if all scores
    /// stay as they are.
    var factor: ((UInt32) throws -> Double)?
    /// Returns whether a row may be in the result; nil if all may.
    var isIncluded: ((UInt32) throws -> Bool)?

    /// Returns the score of a hit as it counts; nil if the hit is not wanted.
    /// - Parameter threshold: The least score that is wanted.
    func score(of hit: SearchHit, threshold: Double?) throws -> Double? {
        var score = hit.score
        if let threshold, score < threshold { return nil }
        if let factor {
            score *= min(max(try factor(hit.row), 0), 1)
            if let threshold, score < threshold { return nil }
        }
        if let continuation {
            if score > continuation.score { return nil }
            if score == continuation.score, try !continuation.isAfter(hit.row) { return nil }
        }
        return score
    }
}
