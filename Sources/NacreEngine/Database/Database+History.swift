internal import NacreFormat

/// Reads the log as a list of commits.
extension Database {
    /// Returns the commits that are kept one by one now.
    /// - Throws: `closed`, `io`, `corrupt`.
    package func history() throws(StoreError) -> History {
        try History(snapshot(label: "history"), purged: purgedCommit())
    }

    /// Returns the commit up to which compaction may have dropped replaced records.
    func purgedCommit() throws(StoreError) -> CommitNumber {
        try currentManifest().segments.map(\.purgedAsOf).max() ?? CommitNumber(0)
    }

    /// Returns a feed of the commits from now on, or after a given place.
    /// - Throws: `closed`, `historyGone`, `corrupt`, `io`, and `invalidValue` for a token of
    ///   another store.
    package func commitFeed(
        since token: CommitToken? = nil, onPublish: @escaping @Sendable () -> Void = {}
    ) throws(StoreError) -> CommitFeed {
        let store = CommitFeed.Store(
            path: path, published: published, holds: historyHolds, environment: environment,
            purgedCommit: purgedCommit)
        return try CommitFeed(store, since: token, onPublish: onPublish)
    }
}
