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
}
