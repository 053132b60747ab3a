internal import NacreEngine
internal import NacreFormat

/// Finds the changes of one object in commits.
extension EntityBinding {
    /// Returns the change that a commit made to the object with an id; nil if it made none or
    /// inserted the object.
    func change(
        of id: NacreFormat.Value, in commit: LoggedCommit
    ) throws(StoreError) -> Change<Owner>? {
        for change in commit.changes where change.entity == definition.schema.number {
            switch change.kind {
            case .inserted: continue
            case .updated:
                guard let found = try commit.old(change),
                    try isObject(found, id, commit.before),
                    let update = try update(change, in: commit.records)
                else { continue }
                guard try isInScope(found, commit.before) else { continue }
                if let new = try commit.new(change), try !isInScope(new, commit.after) {
                    return .deleted(last: update.old)
                }
                return .updated(update)
            case .deleted:
                guard let found = try commit.old(change), try isObject(found, id, commit.before),
                    try isInScope(found, commit.before)
                else { continue }
                return .deleted(last: try decode(found, in: commit.before))
            }
        }
        return nil
    }

    /// Returns whether the entity's default filter matches a record.
    private func isInScope(
        _ found: FoundRecord, _ storage: HistoryStorage
    ) throws(StoreError) -> Bool {
        guard let scope else { return true }
        return try StoreError.typed {
            try storage.holds(scope, for: found, of: definition.schema)
        }
    }

    private func isObject(
        _ found: FoundRecord, _ id: NacreFormat.Value, _ storage: HistoryStorage
    ) throws(StoreError) -> Bool {
        try StoreError.typed { try storage.id(of: found) } == id
    }
}
