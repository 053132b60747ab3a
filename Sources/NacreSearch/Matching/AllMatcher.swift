/// Matches the documents that all of some parts match, and none of some others.
final class AllMatcher: Matcher {
    /// The parts, the one with the fewest documents first.
    private let required: [Matcher]
    /// The parts in the order of the query, in which scores are added.
    private let parts: [Matcher]
    private let excluded: [Matcher]
    private let context: EvaluationContext

    /// - Parameter parts: At least one.
    init(_ parts: [Matcher], except excluded: [Matcher], _ context: EvaluationContext) {
        precondition(!parts.isEmpty)
        self.parts = parts
        required = parts.sorted { $0.cost < $1.cost }
        self.excluded = excluded
        self.context = context
    }

    override var cost: Int { required[0].cost }

    override var greatestScore: Double { parts.reduce(0) { $0 + $1.greatestScore } }

    override func advance(to target: Int) throws {
        guard current < target else { return }
        var next = target
        repeat {
            try context.count()
            next = try advanceOnce(to: next)
        } while current != next
    }

    /// Moves the parts to the next candidate.
    /// - Returns: The candidate, which is the current document then; or where to go on.
    private func advanceOnce(to target: Int) throws -> Int {
        let lead = required[0]
        try lead.advance(to: target)
        let candidate = lead.current
        if candidate == Self.end {
            current = candidate
            return candidate
        }
        for other in required.dropFirst() {
            try other.advance(to: candidate)
            if other.current != candidate {
                if other.current == Self.end { current = Self.end }
                return other.current
            }
        }
        for part in excluded {
            try part.advance(to: candidate)
            if part.current == candidate { return candidate + 1 }
        }
        current = candidate
        return candidate
    }

    override func score() throws -> Double {
        var sum = 0.0
        for part in parts { sum += try part.score() }
        return sum
    }

    override func bound(from target: Int) -> ScoreBound {
        var sum = parts[0].bound(from: target)
        for part in parts.dropFirst() { sum = sum + part.bound(from: target) }
        return sum
    }
}
