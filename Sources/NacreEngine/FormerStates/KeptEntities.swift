internal import NacreFormat

/// The entities whose states after a commit are kept.
struct KeptEntities {
    let all: Set<EntityNumber>
    /// The entities whose states since are all kept as well, with the deletions in between.
    let unbroken: Set<EntityNumber>
    /// The oldest commit after which any state is kept.
    let horizon: CommitNumber
}

extension FoundHistory {
    /// Returns the entities whose states after a commit are kept.
    /// - Throws: `historyGone` if there is none, `invalidValue` for a commit that does not exist.
    func keptEntities(at number: CommitNumber) throws -> KeptEntities {
        let snapshot = records.snapshot
        if number > snapshot.commit { throw unknown(number) }
        let settings = try HistorySettings(snapshot)
        let all = snapshot.catalog.all.map(\.schema.number)
        let newest = snapshot.commit
        let kept = all.filter { entity in
            settings.keeps(entity, at: number, newest: newest, purged: purged)
        }
        let unbroken = kept.filter { entity in
            number >= settings.horizon(of: entity, newest: newest, purged: purged)
        }
        let horizon = settings.horizon(of: .externalValue, newest: newest, purged: purged)
        // An empty store has no entities, and no past.
        if kept.isEmpty, number < newest { throw gone(number, horizon) }
        return KeptEntities(all: Set(kept), unbroken: Set(unbroken), horizon: horizon)
    }

    /// Returns the oldest commit whose state of an entity is kept.
    func horizon(of entity: EntityNumber) throws -> CommitNumber {
        try HistorySettings(records.snapshot)
            .horizon(of: entity, newest: records.snapshot.commit, purged: purged)
    }

    private func unknown(_ number: CommitNumber) -> StoreError {
        StoreError(
            .invalidValue,
            "There is no commit \(number) yet: the newest one is \(records.snapshot.commit).",
            file: records.snapshot.version.context.path)
    }

    /// Returns the error for a state that is not kept.
    /// - Parameter horizon: The oldest commit after which any state is kept.
    func gone(_ number: CommitNumber, _ horizon: CommitNumber) -> StoreError {
        StoreError(
            .historyGone,
            "The state after commit \(number) is no longer kept: compaction has dropped replaced"
                + " objects up to commit \(horizon), the oldest that can be read. To keep former"
                + " states, set a history policy.",
            file: records.snapshot.version.context.path)
    }
}
