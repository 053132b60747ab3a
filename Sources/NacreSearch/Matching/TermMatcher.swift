/// Matches the documents that have a term in some fields.
final class TermMatcher: Matcher {
    private let cursor: PostingCursor
    private let context: EvaluationContext
    private let fields: UInt32
    /// Whether the run has fields that are not in the set.
    private let isRestricted: Bool
    private let inverse: Double
    /// The factor of the frequency: less than one for a term that is not quite the wanted one.
    private let factor: Double
    /// The block that was looked at last for a bound.
    @safe @exclusivity(unchecked) private var boundBlock = 0

    init(
        _ cursor: PostingCursor, in fields: FieldSet, inverse: Double, factor: Double,
        _ context: EvaluationContext
    ) {
        self.cursor = cursor
        self.context = context
        let present: UInt32 = 1 << UInt32(cursor.run.fieldCount) - 1
        self.fields = UInt32(fields.rawValue) & present
        isRestricted = self.fields != present
        self.inverse = inverse
        self.factor = factor
    }

    override var cost: Int { cursor.documents }

    override var greatestScore: Double { context.ranking.greatestScore(inverse) }

    override func advance(to target: Int) throws {
        guard current < target else { return }
        try cursor.advance(to: target)
        if isRestricted {
            while cursor.current != Self.end, try cursor.fields() & fields == 0 {
                try context.count()
                try cursor.advance()
            }
        }
        current = cursor.current
    }

    override func score() throws -> Double {
        let frequency = try factor * cursor.frequency(in: fields, context.weights)
        return context.ranking.score(
            inverse, frequency: frequency,
            length: cursor.run.length(of: UInt32(truncatingIfNeeded: current)))
    }

    override func bound(from target: Int) -> ScoreBound {
        // Nothing matches between the target and the current document.
        if current > target { return ScoreBound(score: 0, last: current - 1) }
        let block = cursor.block(of: target, from: boundBlock)
        boundBlock = block
        guard block < cursor.blockCount else { return ScoreBound(score: 0, last: Self.end) }
        var frequency = 0.0
        var isBounded = true
        for field in 0..<cursor.run.fieldCount where fields & 1 << UInt32(field) != 0 {
            let greatest = cursor.greatestFrequency(block, field: field)
            if greatest == .max { isBounded = false }
            frequency += context.weights[field] * Double(greatest)
        }
        let last = cursor.skippedOrdinal(block)
        guard isBounded else { return ScoreBound(score: greatestScore, last: last) }
        let score = context.ranking.score(
            inverse, frequency: factor * frequency, length: cursor.leastLength(block))
        return ScoreBound(score: score * BM25.slack, last: last)
    }
}
