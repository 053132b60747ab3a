internal import NacreFormat

/// Finds the commit that the limits of a policy lead to.
struct HorizonSearch {
    let history: () throws(StoreError) -> RecordHistory
    let newest: CommitNumber
    /// The time by the ``AgeClock``.
    let now: Int64
    /// The size of all former records that are kept, in bytes.
    let keptBytes: Int

    /// Returns the oldest commit whose state a policy keeps.
    /// - Parameter horizon: The oldest so far.
    func horizon(
        of policy: HistoryPolicy, from horizon: CommitNumber
    ) throws(StoreError) -> CommitNumber {
        guard policy.isKept else { return newest }
        var limit = min(horizon, newest)
        if let commits = policy.commits, newest.rawValue > commits {
            limit = max(limit, CommitNumber(newest.rawValue - commits))
        }
        if let bytes = policy.bytes, keptBytes > Int(clamping: bytes) {
            // As if all commits had made equally many records former ones. The next turn measures
            // again.
            let excess = Double(keptBytes - Int(clamping: bytes)) / Double(keptBytes)
            let count = Double(newest.rawValue - limit.rawValue)
            limit = CommitNumber(limit.rawValue + UInt64((excess * count).rounded(.up)))
        }
        if let seconds = policy.seconds {
            let age = Int64(min(seconds * 1_000_000, 9e18))
            limit = max(limit, try history().newestCommit(until: now &- age, now, from: limit))
        }
        return limit
    }
}

extension RecordHistory {
    /// Returns the newest commit that is as old as a time or older, and so are all before it. Times
    /// later than the present one are wrong, and are passed over.
    /// - Parameters:
    ///   - limit: The time, in microseconds since 1970.
    ///   - horizon: The commit to begin with.
    func newestCommit(
        until limit: Int64, _ now: Int64, from horizon: CommitNumber
    ) -> CommitNumber {
        var found = horizon
        for commit in commits(after: horizon) where commit.time <= now {
            if commit.time > limit { break }
            found = commit.number
        }
        return found
    }
}
