package import NacreFormat

/// The difference between two states of a store. It is found from the records of the two states,
/// without reading the commits in between.
package struct StateDifference: Sendable {
    package let from: CommitNumber
    package let to: CommitNumber
    /// The changes by entity and row.
    package let records: RecordChanges
    /// The entities of which one of the states is not kept. Their changes are left out.
    package let untold: Set<EntityNumber>
}

extension FoundHistory {
    /// Returns the difference between the states after two commits.
    /// - Parameter entity: The only entity to compare; nil for all.
    /// - Throws: `historyGone`, `invalidValue` for a commit that does not exist and if the second
    ///   state is older than the first, `corrupt`.
    func difference(
        from first: CommitNumber, to second: CommitNumber, of entity: EntityNumber? = nil
    ) throws -> StateDifference {
        let head = records.snapshot
        guard first <= second else {
            throw StoreError(
                .invalidValue, "The later state comes second: \(second) is before \(first).",
                file: head.version.context.path)
        }
        let told = try keptEntities(at: first).all
            .intersection(keptEntities(at: second).all)
        let schemas = head.catalog.all.map(\.schema)
        let shown = Set(schemas.filter { !$0.isOwn && told.contains($0.number) }.map(\.number))
        let keys = records.rowsChanged(after: first, through: second, of: entity).filter {
            shown.contains($0.entity)
        }
        let former = records.positions(of: keys, at: first)
        let next = records.positions(of: keys, at: second)
        let (before, after) = (storage(at: first), storage(at: second))
        var changes: [RecordChange] = []
        for place in keys.indices where former[place] != next[place] {
            let change = RecordChange(
                keys[place], from: former[place], to: next[place], isRepeated: true)
            // Another object may have taken over the row.
            changes += try change.isOfOneObject(before, after) ? [change] : change.ends
        }
        let written = try RecordChanges(changes, before: before, after: after)
        try head.version.checkSound()
        return StateDifference(
            from: first, to: second, records: written,
            untold: Set(schemas.map(\.number)).subtracting(told))
    }

    /// Returns the storage in which the records of a state are read.
    private func storage(at number: CommitNumber) -> HistoryStorage {
        HistoryStorage(
            head: records.snapshot, base: nil, externals: records.externals(at: number))
    }
}

extension RecordChange {
    /// Whether the records before and after belong to the same object, as far as there are both.
    fileprivate func isOfOneObject(
        _ before: HistoryStorage, _ after: HistoryStorage
    ) throws -> Bool {
        guard let old = try oldRecord(in: before), let new = try newRecord(in: after) else {
            return true
        }
        return try before.id(of: old) == after.id(of: new)
    }
}
