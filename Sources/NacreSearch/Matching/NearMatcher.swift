/// Matches the documents that have some phrases near one another in one field: at most `distance`
/// words are among them that belong to none. Their order does not matter, and one occurrence may
/// serve several parts.
///
/// The score is that of a term that occurs once for each place where a nearest group of
/// occurrences begins.
final class NearMatcher: Matcher {
    private let run: SearchRun
    @safe @exclusivity(unchecked) private var walks: [PhraseWalk]
    private let conjunction: Conjunction
    private let distance: Int
    private let fields: FieldSet
    private let inverse: Double
    private let context: EvaluationContext
    @safe @exclusivity(unchecked) private var starts: [[UInt32]]
    @safe @exclusivity(unchecked) private var next: [Int]
    @safe @exclusivity(unchecked) private var frequency = 0.0

    init(
        _ run: SearchRun, _ walks: [PhraseWalk], distance: Int, in fields: FieldSet,
        inverse: Double, _ context: EvaluationContext
    ) {
        self.run = run
        self.walks = walks
        self.distance = distance
        self.fields = fields
        self.inverse = inverse
        self.context = context
        conjunction = Conjunction(walks.flatMap(\.groups), context)
        starts = Array(repeating: [], count: walks.count)
        next = Array(repeating: 0, count: walks.count)
    }

    override var cost: Int { conjunction.cost }

    override var greatestScore: Double { context.ranking.greatestScore(inverse) }

    override func advance(to target: Int) throws {
        guard current < target else { return }
        var candidate = try conjunction.advance(to: target)
        while candidate != Self.end {
            if try isNear() { break }
            candidate = try conjunction.advance(to: candidate + 1)
        }
        current = candidate
    }

    private func isNear() throws -> Bool {
        for index in walks.indices {
            try walks[index].readStarts(into: &starts[index], in: fields)
            next[index] = 0
            if starts[index].isEmpty { return false }
        }
        return isNearInPlaces()
    }

    private func isNearInPlaces() -> Bool {
        frequency = 0
        var isFound = false
        while true {
            // The parts are each at their first start that is not before the least one.
            var least = UInt32.max
            for index in walks.indices { least = min(least, starts[index][next[index]]) }
            if isGroup(from: least) {
                isFound = true
                frequency += context.weights[Int(least >> RunLayout.positionBits)]
            }
            for index in walks.indices where starts[index][next[index]] == least {
                next[index] += 1
                if next[index] == starts[index].count { return isFound }
            }
        }
    }

    /// Whether the parts, each at its current start, are near enough.
    private func isGroup(from least: UInt32) -> Bool {
        var end = Int(least)
        var words = 0
        for index in walks.indices {
            let start = starts[index][next[index]]
            guard start >> RunLayout.positionBits == least >> RunLayout.positionBits else {
                return false
            }
            end = max(end, Int(start) + walks[index].span)
            words += walks[index].span
        }
        return end - Int(least) - words <= distance
    }

    override func score() -> Double {
        context.ranking.score(
            inverse, frequency: frequency,
            length: run.length(of: UInt32(truncatingIfNeeded: current)))
    }

    override func bound(from target: Int) -> ScoreBound {
        if current > target { return ScoreBound(score: 0, last: current - 1) }
        return ScoreBound(score: greatestScore, last: Self.end)
    }
}
