package import NacreFormat

/// Keeps former states for as long as the policies say.
extension Database {
    /// Sets how long former states are kept.
    /// - Parameter entity: The entity that the policy is for; nil for all without one of their own.
    package func setHistory(_ policy: HistoryPolicy, of entity: String? = nil) throws {
        try performChanges { try $0.setHistory(policy, of: entity) }
    }

    /// Makes the store's policy longer if it keeps less than another one.
    package func lengthenHistory(to policy: HistoryPolicy) throws {
        let stored = try historySettings().policy
        if stored.lengthened(by: policy) == stored { return }
        try performChanges { try $0.lengthenHistory(to: policy) }
    }

    /// Moves the horizon forward to a commit. The next compaction drops the states before it.
    /// - Throws: `invalidValue` for a commit that does not exist.
    package func forgetHistory(before commit: CommitNumber) throws {
        try performChanges { changes in
            guard try commit < changes.nextCommit() else {
                throw StoreError(.invalidValue, "There is no commit \(commit) yet.", file: path)
            }
            try changes.forgetHistory(before: commit)
        }
    }

    /// Returns the settings of the newest published version.
    package func historySettings() throws -> HistorySettings {
        try HistorySettings(snapshot())
    }

    /// Returns the states and commits that are kept now, for a copy that has the same.
    /// - Throws: `historyGone` while objects are to be erased, `closed`, `io`, `corrupt`.
    package func keptHistory() throws -> KeptHistory {
        let head = try snapshot(label: "history")
        guard try HistorySettings.erasures(in: head).isEmpty else {
            throw StoreError(
                .historyGone,
                "Objects of this store are still to be erased from its history. Opening it for"
                    + " changes, as 'nacre compact' does, finishes that.",
                file: path)
        }
        return try KeptHistory(foundHistory(of: head))
    }

    /// Moves the horizons forward to where the policies lead, before a compaction drops anything.
    /// States that a compaction has already dropped are before the horizon, too.
    func raiseHorizons() throws {
        let head = try snapshot()
        let settings = try HistorySettings(head)
        guard settings.isKept else { return }
        let manifest = try withWriter { $0.log.manifest }
        let kept = try keptBytes(in: manifest, settings, head.version)
        let purged = manifest.segments.map(\.purgedAsOf).max() ?? .none
        let search = HorizonSearch(
            history: { [historyIndex] () throws(StoreError) in try historyIndex.history(of: head) },
            newest: head.commit, now: ageClock.now,
            keptBytes: kept)
        var raised: [(EntityNumber, CommitNumber)] = []
        for kept in settings.kept {
            let horizon = max(purged, try search.horizon(of: kept.policy, from: kept.horizon))
            if horizon > kept.horizon { raised.append((kept.entity, horizon)) }
        }
        let dropped = try settings.consumers.filter { consumer in
            guard consumer.isKept else { return false }
            return try search.horizon(of: consumer.limit, from: consumer.commit) > consumer.commit
        }
        if raised.isEmpty, dropped.isEmpty { return }
        var end: Position?
        do {
            try writeChanges(awaited: &end) { changes in
                for consumer in dropped { try changes.dropConsumer(consumer.name) }
                for (entity, horizon) in raised {
                    try changes.raiseHorizon(of: entity, to: horizon)
                }
            }
        } catch let error as StoreError where error.code == .diskFull {
            // A compaction within the old horizons makes room.
            return
        }
        // A compaction works on what is durable.
        try sync()
    }

    /// Returns the size of the former records that a store with a history keeps, in bytes. Of
    /// segments that also hold records of no use it is an estimate, and of the segment that is
    /// being written it counts none.
    func keptBytes(
        in manifest: Manifest, _ settings: HistorySettings, _ version: Version
    ) throws -> Int {
        let segments = manifest.segments.filter { $0.lastCommit <= version.commit }
        try keptBytes.update(segments, settings, version, in: directory)
        return keptBytes.total(of: segments, version.usage)
    }

    /// Returns the former versions that a compaction of some segments keeps; nil if none are.
    func keptVersions(
        of version: Version, in victims: [SegmentNumber]
    ) throws -> KeptVersions? {
        let snapshot = DatabaseSnapshot(version: version)
        let settings = try HistorySettings(snapshot)
        guard settings.isKept else { return nil }
        return try KeptVersions(settings, historyIndex.history(of: snapshot), in: victims)
    }
}
