internal import NacreEngine
internal import NacreFormat

/// Decodes both sides of a change.
extension EntityBinding {
    func old(_ change: RecordChange, in commit: LoggedCommit) throws(StoreError) -> Owner? {
        guard let found = try commit.old(change) else { return nil }
        return try decode(found, in: commit.before)
    }

    func new(_ change: RecordChange, in commit: LoggedCommit) throws(StoreError) -> Owner? {
        guard let found = try commit.new(change) else { return nil }
        return try decode(found, in: commit.after)
    }

    func update(
        _ change: RecordChange, in commit: LoggedCommit
    ) throws(StoreError) -> Update<Owner>? {
        guard let former = try commit.old(change), let next = try commit.new(change) else {
            return nil
        }
        let schema = definition.schema
        let (old, new) = try StoreError.typed {
            (
                try commit.before.values(of: former, schema: schema),
                try commit.after.values(of: next, schema: schema)
            )
        }
        let update = Update(
            from: try decode(former, in: commit.before), to: try decode(next, in: commit.after),
            changed: [])
        return changed(update, from: old, to: new)
    }

    /// Returns an update with the names of the attributes that differ; nil if only the stored forms
    /// of equal values differ.
    /// - Parameters:
    ///   - old: The stored values of the former object.
    ///   - new: The stored values of the new object.
    func changed(
        _ update: Update<Owner>, from old: [NacreFormat.Value], to new: [NacreFormat.Value]
    ) -> Update<Owner>? {
        var differing = Set(old.indices.filter { !old[$0].isIdentical(to: new[$0]) })
        for property in opaqueProperties where !differing.isDisjoint(with: storedOrdinals[property])
        {
            guard opaqueEquality(property, update.old, update.new) == true else { continue }
            differing.subtract(storedOrdinals[property])
        }
        if hasOpaque, differing.isEmpty { return nil }
        let names = differing.map { definition.schema.attributes[$0].name }
        return Update(from: update.old, to: update.new, changed: Set(names))
    }

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
                    let update = try update(change, in: commit)
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
