/// Collects the best documents of one run after another.
struct RankedWalk {
    private let context: EvaluationContext
    private(set) var hits: TopHits
    private let choice: HitChoice
    private let isPruned: Bool

    /// The documents that matched, as far as they were visited.
    private(set) var visited = 0
    /// Whether all documents that match have been visited.
    private(set) var isComplete = true

    init(
        _ context: EvaluationContext, hits: TopHits, _ choice: HitChoice, isPruned: Bool
    ) {
        self.context = context
        self.hits = hits
        self.choice = choice
        self.isPruned = isPruned
    }

    /// Visits the documents of a run.
    mutating func visit(_ part: SearchState.Part, _ matcher: Matcher) throws {
        var target = 0
        // The documents before this one may reach the threshold as it was then.
        var bounded = -1
        var threshold = -Double.infinity
        while target < part.run.documentCount {
            if isPruned, let present = hits.threshold {
                if present != threshold {
                    threshold = present
                    matcher.setThreshold(present)
                    bounded = target
                }
                isComplete = false
                if target >= bounded {
                    let bound = matcher.bound(from: target)
                    try context.count()
                    guard bound.last < part.run.documentCount || bound.score >= threshold else {
                        return
                    }
                    if bound.score < threshold {
                        target = bound.last + 1
                        continue
                    }
                    bounded = bound.last == Matcher.end ? bound.last : bound.last + 1
                }
            }
            try matcher.advance(to: target)
            if matcher.current == Matcher.end { return }
            if bounded >= 0, matcher.current >= bounded, matcher.current > target {
                // The next part may not reach the threshold.
                target = matcher.current
                continue
            }
            target = matcher.current + 1
            try context.count()
            let ordinal = UInt32(truncatingIfNeeded: matcher.current)
            if part.dead.contains(ordinal) { continue }
            visited += 1
            try offer(SearchHit(row: part.run.row(of: ordinal), score: try matcher.score()))
        }
    }

    private mutating func offer(_ hit: SearchHit) throws {
        guard let score = try choice.score(of: hit, threshold: hits.threshold) else { return }
        let hit = SearchHit(row: hit.row, score: score)
        if let isIncluded = choice.isIncluded {
            guard try hits.takes(hit), try isIncluded(hit.row) else { return }
        }
        try hits.offer(hit)
    }
}
