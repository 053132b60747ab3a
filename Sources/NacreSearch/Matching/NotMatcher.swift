/// Matches the documents that another part does not match.
final class NotMatcher: Matcher {
    private let documents: Int
    private let excluded: Matcher
    private let context: EvaluationContext

    init(_ run: SearchRun, _ excluded: Matcher, _ context: EvaluationContext) {
        documents = run.documentCount
        self.excluded = excluded
        self.context = context
    }

    override var cost: Int { documents }

    override func advance(to target: Int) throws {
        guard current < target else { return }
        var next = target
        while next < documents {
            try excluded.advance(to: next)
            if excluded.current != next {
                current = next
                return
            }
            next += 1
            try context.count()
        }
        current = Self.end
    }
}
