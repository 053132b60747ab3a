package import NacreFormat

/// The commits of a store that are still kept one by one, up to one moment.
package struct History {
    /// The newest commit that is no longer kept.
    package let horizon: CommitNumber
    /// The newest commit that is kept; the horizon if there are none.
    package let end: CommitNumber
    private let head: DatabaseSnapshot
    private let purged: CommitNumber

    /// Finds the horizon of a version's history.
    /// - Throws: `corrupt`.
    init(_ head: DatabaseSnapshot, purged: CommitNumber) throws(StoreError) {
        self.head = head
        self.purged = purged
        end = head.commit
        horizon = min(max(try LogChain(head).horizon ?? end, purged), end)
    }

    /// Calls `body` with one commit after another, until it returns false.
    /// - Parameter range: The commit numbers, both bounds included.
    /// - Throws: `historyGone` if the first of them is beyond the horizon, `corrupt`.
    package func forEachCommit(
        in range: ClosedRange<CommitNumber>, _ body: (LoggedCommit) throws -> Bool
    ) throws {
        let before = CommitNumber(range.lowerBound.rawValue - min(1, range.lowerBound.rawValue))
        var reader = try CommitReader(behind: before, to: head, purged: purged)
        while let commit = try reader.next(), commit.number <= range.upperBound {
            guard try body(commit) else { return }
        }
    }
}
