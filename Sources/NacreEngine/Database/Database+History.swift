package import NacreFormat

/// Reads the log as a list of commits.
extension Database {
    /// Returns the commits that are kept one by one now.
    /// - Throws: `closed`, `io`, `corrupt`.
    package func history() throws(StoreError) -> History {
        try History(foundHistory(of: snapshot(label: "history")))
    }

    /// Returns the state of the store after one of its commits.
    /// - Parameter label: The name of its holder, for the statistics.
    /// - Throws: `historyGone` if the state is no longer kept, `invalidValue` for a commit that
    ///   does not exist yet, `closed`, `corrupt`, `io`.
    package func snapshot(
        at commit: CommitNumber, label: String? = nil
    ) throws -> DatabaseSnapshot {
        try foundHistory(of: snapshot(label: label)).snapshot(at: commit)
    }

    /// Returns the commit of a token.
    /// - Throws: `invalidValue` for a token of another store, `historyGone` if its commit is not in
    ///   this store's history.
    package func commit(of token: CommitToken) throws -> CommitNumber {
        let found = try foundHistory(of: snapshot())
        let head = found.records.snapshot
        let token = token.ofStore(head.storeID)
        guard token.store == head.storeID else {
            throw StoreError(.invalidValue, "The token is of another store.", file: path)
        }
        if let known = found.records.commit(token.commit), known.digest != token.digest {
            throw StoreError(
                .historyGone,
                "The commit \(token.commit) that the token names is not in this store's history.",
                file: path)
        }
        return token.commit
    }

    /// Returns a commit.
    /// - Throws: `historyGone`, `invalidValue`, `closed`, `corrupt`, `io`.
    package func commit(_ number: CommitNumber) throws -> LoggedCommit {
        let head = try snapshot(label: "history")
        guard number <= head.commit, number > .none else {
            throw StoreError(
                .invalidValue, "There is no commit \(number): the newest one is \(head.commit).",
                file: path)
        }
        var found: LoggedCommit?
        try History(foundHistory(of: head)).forEachCommit(in: number...number) { commit in
            found = commit
            return false
        }
        guard let found else {
            throw StoreError(.historyGone, "The commit \(number) is no longer kept.", file: path)
        }
        return found
    }

    /// Returns the difference between two states that are kept.
    /// - Throws: `historyGone`, `invalidValue`, `closed`, `corrupt`, `io`.
    package func difference(
        from first: CommitNumber, to second: CommitNumber
    ) throws -> StateDifference {
        try foundHistory(of: snapshot(label: "history")).difference(from: first, to: second)
    }

    /// Returns the commits that are kept one by one and fit a selection, newest first. Reads no
    /// objects.
    package func commits(_ selection: CommitSelection) throws -> [CommitSummary] {
        let head = try snapshot(label: "history")
        let found = try foundHistory(of: head)
        return try selection.commits(
            in: found.records, after: History(found).horizon)
    }

    /// Returns the newest commit that was made at a time or before it; 0 if there is none.
    /// - Parameter time: The time, in microseconds since 1970.
    package func newestCommit(until time: Int64) throws -> CommitNumber {
        try foundHistory(of: snapshot()).newestCommit(until: time)
    }

    /// Returns the oldest commit whose state is kept, and its time.
    /// - Parameter entity: The number of an entity; nil for the whole store.
    package func horizon(
        of entity: EntityNumber? = nil
    ) throws -> (commit: CommitNumber, time: Int64?) {
        let found = try foundHistory(of: snapshot())
        let horizon = try found.horizon(of: entity ?? .externalValue)
        return (horizon, found.records.commit(horizon)?.time)
    }

    /// Returns the revisions of an object, newest first.
    package func revisions(of id: Value, in entity: String) throws -> ObjectRevisions {
        let head = try snapshot(label: "history")
        let definition = try head.definition(entity)
        return try ObjectRevisions(of: id, definition, in: foundHistory(of: head))
    }

    /// Returns the history that a snapshot holds, and how far back it can be relied on.
    func foundHistory(of head: DatabaseSnapshot) throws(StoreError) -> FoundHistory {
        FoundHistory(records: try historyIndex.history(of: head), purged: try purgedCommit())
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
            history: foundHistory)
        return try CommitFeed(store, since: token, onPublish: onPublish)
    }
}
