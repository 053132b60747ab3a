package import NacreFormat

/// The commits of a store that are still kept one by one, up to one moment.
package struct History {
    /// The newest commit that is no longer kept.
    package let horizon: CommitNumber
    /// The newest commit that is kept; the horizon if there are none.
    package let end: CommitNumber
    private let found: FoundHistory

    /// Finds the horizon of a version's history.
    /// - Throws: `corrupt`.
    init(_ found: FoundHistory) throws(StoreError) {
        self.found = found
        let head = found.records.snapshot
        end = head.commit
        let told = try ToldEntities(after: end, in: head, purged: found.purged)
        let chain = try LogChain(head, isKept: told.isKept)
        horizon = min(max(chain.horizon ?? end, told.horizon), end)
    }

    /// Calls `body` with one commit after another, until it returns false.
    /// - Parameter range: The commit numbers, both bounds included.
    /// - Throws: `historyGone` if the first of them is beyond the horizon, `corrupt`.
    package func forEachCommit(
        in range: ClosedRange<CommitNumber>, _ body: (LoggedCommit) throws -> Bool
    ) throws {
        let before = CommitNumber(range.lowerBound.rawValue - min(1, range.lowerBound.rawValue))
        var reader = try CommitReader(behind: before, through: range.upperBound, in: found)
        while let commit = try reader.next() {
            guard try body(commit), commit.number < range.upperBound else { return }
        }
    }
}
