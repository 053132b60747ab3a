/// Matches the documents that have the terms of a phrase at positions with the same differences.
/// Its score is that of a term with as many occurrences, and the weight of all its terms together.
final class PhraseMatcher: Matcher {
    private let run: SearchRun
    @safe @exclusivity(unchecked) private var walk: PhraseWalk
    private let conjunction: Conjunction
    private let fields: FieldSet
    private let inverse: Double
    private let context: EvaluationContext
    @safe @exclusivity(unchecked) private var starts: [UInt32] = []

    init(
        _ run: SearchRun, _ walk: PhraseWalk, in fields: FieldSet, inverse: Double,
        _ context: EvaluationContext
    ) {
        self.run = run
        self.walk = walk
        self.fields = fields
        self.inverse = inverse
        self.context = context
        conjunction = Conjunction(walk.groups, context)
    }

    override var cost: Int { conjunction.cost }

    override var greatestScore: Double { context.ranking.greatestScore(inverse) }

    override func advance(to target: Int) throws {
        guard current < target else { return }
        var candidate = try conjunction.advance(to: target)
        while candidate != Self.end {
            try walk.readStarts(into: &starts, in: fields)
            if !starts.isEmpty { break }
            candidate = try conjunction.advance(to: candidate + 1)
        }
        current = candidate
    }

    override func score() -> Double {
        var frequency = 0.0
        for start in starts {
            frequency += context.weights[Int(start >> RunLayout.positionBits)]
        }
        return context.ranking.score(
            inverse, frequency: frequency,
            length: run.length(of: UInt32(truncatingIfNeeded: current)))
    }

    override func bound(from target: Int) -> ScoreBound {
        if current > target { return ScoreBound(score: 0, last: current - 1) }
        return ScoreBound(score: greatestScore, last: Self.end)
    }
}
