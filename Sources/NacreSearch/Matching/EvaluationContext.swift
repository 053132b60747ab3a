/// Facts that all parts of a query share while it is evaluated.
final class EvaluationContext {
    let ranking: BM25
    let weights: FieldWeights
    /// Whether scores are wanted.
    let isScored: Bool
    private let checkCancelled: () throws -> Void
    @safe @exclusivity(unchecked) private var untilCheck = EvaluationContext.interval
    /// The cursors of terms, for an explanation.
    @safe @exclusivity(unchecked) private(set) var cursors: [(term: Int, cursor: PostingCursor)] =
        []
    private let isExplained: Bool

    /// The postings between two checks for cancellation.
    private static let interval = 4096

    init(
        ranking: BM25, weights: FieldWeights, isScored: Bool, isExplained: Bool = false,
        checkCancelled: @escaping () throws -> Void
    ) {
        self.ranking = ranking
        self.weights = weights
        self.isScored = isScored
        self.isExplained = isExplained
        self.checkCancelled = checkCancelled
    }

    /// Counts postings, and checks for cancellation now and then.
    @inline(__always)
    func count(_ postings: Int = 1) throws {
        untilCheck -= postings
        if untilCheck <= 0 { try check() }
    }

    private func check() throws {
        untilCheck = Self.interval
        try checkCancelled()
    }

    /// Makes the cursor of a term, and remembers it for an explanation.
    func cursor(_ run: SearchRun, _ entry: TermEntry, term: Int) throws -> PostingCursor {
        let cursor = try PostingCursor(run, entry)
        if isExplained { cursors.append((term, cursor)) }
        return cursor
    }
}
