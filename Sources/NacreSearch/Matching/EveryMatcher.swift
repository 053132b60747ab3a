/// Matches all documents.
final class EveryMatcher: Matcher {
    private let documents: Int

    init(_ run: SearchRun) {
        documents = run.documentCount
    }

    override var cost: Int { documents }

    override func advance(to target: Int) {
        if target > current { current = target < documents ? target : Self.end }
    }
}
