import Foundation

/// Checks rankings with the scores that FTS5 gives the parts of a query.
///
/// Both peers rank by BM25 with the same parameters, but weigh words differently. If n of N notes
/// have a word, its weight is log((N - n + 0.5) / (n + 0.5)) in FTS5, and at least 0.000001. Nacre
/// adds 1 before it takes the logarithm. A single part has the same order in both. For several
/// parts the scores of FTS5 are changed to the other weights.
struct RankingCheck {
    /// The scores of each part of the query in FTS5, by id.
    private let parts: [[Int: Double]]
    private let noteCount: Int

    private static let tolerance = 1e-6

    init(_ query: NoteQuery, in notes: FTSNotes, noteCount: Int) throws {
        parts = try query.parts.map(notes.scores)
        self.noteCount = noteCount
    }

    /// Returns whether the notes have the highest scores of all, in order, by Nacre's weights.
    /// Notes with equal scores may be in any order, and the scale of scores does not matter.
    func agreesWithNacre(_ ranked: [RankedNote], limit: Int) -> Bool {
        if parts.count == 1 { return agrees(ranked, limit) { _ in 1 } }
        return agrees(ranked, limit) { found in
            log(1 + odds(found)) / max(log(odds(found)), 1e-6)
        }
    }

    /// Returns whether the notes have the highest scores of all, in order, by the weights of FTS5.
    func agreesWithFTS5(_ ranked: [RankedNote], limit: Int) -> Bool {
        agrees(ranked, limit) { _ in 1 }
    }

    private func odds(_ found: Int) -> Double {
        (Double(noteCount - found) + 0.5) / (Double(found) + 0.5)
    }

    /// - Parameter factor: Returns the factor for the scores of a part that this number of notes
    ///   matches.
    private func agrees(_ ranked: [RankedNote], _ limit: Int, _ factor: (Int) -> Double) -> Bool {
        let factors = parts.map { factor($0.count) }
        var scores: [Int: Double] = [:]
        for id in parts.first?.keys ?? [:].keys {
            let found = parts.compactMap { $0[id] }
            guard found.count == parts.count else { continue }
            scores[id] = zip(found, factors).reduce(0) { $0 + $1.0 * $1.1 }
        }
        let expected = scores.values.sorted(by: >).prefix(limit)
        guard ranked.count == expected.count else { return false }
        guard let first = ranked.first, let most = expected.first else { return true }
        return zip(ranked, expected).allSatisfy { hit, score in
            [hit.score / first.score, (scores[hit.note.id] ?? 0) / most].allSatisfy {
                abs($0 - score / most) < Self.tolerance
            }
        }
    }
}
