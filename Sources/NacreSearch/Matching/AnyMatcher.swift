/// Matches the documents that at least one of some parts matches.
///
/// With a threshold it walks only the parts without which no document reaches it (MaxScore).
///
/// Source: H. Turtle, J. Flood, "Query Evaluation: Strategies and Optimizations", 1995.
final class AnyMatcher: Matcher {
    private let parts: [Matcher]
    /// The parts by the limits of their scores, ascending.
    private let order: [Int]
    private let limits: [Double]
    /// The number of parts at the front of `order` that do not reach the threshold together.
    @safe @exclusivity(unchecked) private var skipped = 0
    /// The limit of their sum.
    @safe @exclusivity(unchecked) private var skippedLimit = 0.0
    @safe @exclusivity(unchecked) private var threshold = 0.0
    private let context: EvaluationContext

    init(_ parts: [Matcher], _ context: EvaluationContext) {
        self.parts = parts
        self.context = context
        let limits = parts.map(\.greatestScore)
        self.limits = limits
        order = parts.indices.sorted { limits[$0] < limits[$1] }
    }

    override var cost: Int { parts.reduce(0) { $0 + $1.cost } }

    override var greatestScore: Double { limits.reduce(0, +) * BM25.slack }

    override func setThreshold(_ threshold: Double) {
        self.threshold = threshold
        while skipped < order.count {
            let limit = skippedLimit + limits[order[skipped]]
            guard limit * BM25.slack < threshold else { break }
            skippedLimit = limit
            skipped += 1
        }
    }

    override func advance(to target: Int) throws {
        guard current < target else { return }
        try context.count()
        var least = Self.end
        for index in skipped..<order.count {
            let part = parts[order[index]]
            try part.advance(to: target)
            least = min(least, part.current)
        }
        current = least
    }

    override func score() throws -> Double {
        if skipped > 0 {
            var sum = 0.0
            for index in skipped..<order.count where parts[order[index]].current == current {
                sum += try parts[order[index]].score()
            }
            // A score that is too low needs not be exact.
            if (sum + skippedLimit) * BM25.slack < threshold { return sum }
            for index in 0..<skipped { try parts[order[index]].advance(to: current) }
        }
        var sum = 0.0
        for part in parts where part.current == current { sum += try part.score() }
        return sum
    }

    override func bound(from target: Int) -> ScoreBound {
        var sum = ScoreBound(score: 0, last: Self.end)
        for part in parts { sum = sum + part.bound(from: target) }
        return sum
    }
}
