internal import NacreFormat

/// Consumers of commits whose places are kept in the store.
extension Database {
    /// Registers a consumer of commits. If there is one of that name, only its limit is set.
    /// - Parameter token: The place of a new consumer; nil for the newest commit.
    /// - Throws: `historyGone` if the commits after the place are not kept, or if the consumer was
    ///   dropped; `invalidValue`.
    package func addConsumer(
        _ name: String, since token: CommitToken?, limit: HistoryPolicy
    ) throws {
        if let known = try historySettings().consumers.first(where: { $0.name == name }) {
            guard known.isKept else { throw StoreError.dropped(known) }
            if known.limit == limit { return }
            return try performChanges { changes in
                try changes.setConsumer(name, at: known.commit, known.digest, limit: limit)
            }
        }
        // Holds the commits until the consumer does.
        let feed = try commitFeed(since: token)
        let place = feed.token
        try performChanges { changes in
            try changes.setConsumer(name, at: place.commit, place.digest, limit: limit)
        }
    }

    /// Returns the place of a consumer.
    /// - Throws: `noSuchObject` if there is no such consumer, `historyGone` if it was dropped.
    package func place(ofConsumer name: String) throws -> CommitToken {
        let head = try snapshot()
        guard let found = try HistorySettings(head).consumers.first(where: { $0.name == name })
        else { throw StoreError(.noSuchObject, "There is no consumer '\(name)'.") }
        guard found.isKept else { throw StoreError.dropped(found) }
        return CommitToken(store: head.storeID, commit: found.commit, digest: found.digest)
    }
}

extension Changes {
    /// Moves the place of a consumer forward. A place before the present one changes nothing.
    /// - Throws: `noSuchObject` if there is no such consumer, `historyGone` if it was dropped,
    ///   `invalidValue` for a place in another store.
    package func advanceConsumer(_ name: String, to token: CommitToken) throws {
        guard token.store == storeID else {
            throw StoreError(.invalidValue, "The commit is of another store.")
        }
        try advanceConsumer(name, to: token.commit, token.digest)
    }
}
