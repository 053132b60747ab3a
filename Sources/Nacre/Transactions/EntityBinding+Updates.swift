internal import NacreEngine
internal import NacreFormat

/// Decodes both sides of a change.
extension EntityBinding {
    func old(_ change: RecordChange, in records: RecordChanges) throws(StoreError) -> Owner? {
        guard let found = try records.old(change) else { return nil }
        return try decode(found, in: records.before)
    }

    func new(_ change: RecordChange, in records: RecordChanges) throws(StoreError) -> Owner? {
        guard let found = try records.new(change) else { return nil }
        return try decode(found, in: records.after)
    }

    func update(
        _ change: RecordChange, in records: RecordChanges
    ) throws(StoreError) -> Update<Owner>? {
        guard let former = try records.old(change), let next = try records.new(change) else {
            return nil
        }
        let schema = definition.schema
        let (old, new) = try StoreError.typed {
            (
                try records.before.values(of: former, schema: schema),
                try records.after.values(of: next, schema: schema)
            )
        }
        return update(
            from: (try decode(former, in: records.before), old),
            to: (try decode(next, in: records.after), new))
    }

    /// Returns the update from one object to another; nil if only the stored forms of equal values
    /// differ, or attributes that a view lacks.
    func update(
        from former: (object: Owner, values: [NacreFormat.Value]),
        to next: (object: Owner, values: [NacreFormat.Value])
    ) -> Update<Owner>? {
        let (old, new) = (former.values, next.values)
        var differing = Set(old.indices.filter { !old[$0].isIdentical(to: new[$0]) })
        for property in opaqueProperties where !differing.isDisjoint(with: storedOrdinals[property])
        {
            guard opaqueEquality(property, former.object, next.object) == true else { continue }
            differing.subtract(storedOrdinals[property])
        }
        differing.subtract(lackingOrdinals)
        if hasOpaque || whole != nil, differing.isEmpty { return nil }
        let names = differing.map { definition.schema.attributes[$0].name }
        return Update(from: former.object, to: next.object, changed: Set(names), model)
    }
}
