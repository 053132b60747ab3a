package import NacreFormat

/// The effect of a pending change on one object so far.
package struct PendingChange: Sendable {
    package let entity: EntityNumber
    /// The values before the change in schema order; nil if the object did not exist.
    package let old: [Value]?
    /// The values now; nil if the object no longer exists.
    package let new: [Value]?
}

extension Changes {
    /// Returns each object that differs from its state before the change, once.
    package func differences() throws -> [PendingChange] {
        guard let headBefore else { return [] }
        let (before, now) = (view(headBefore), view(writer.head))
        var result: [PendingChange] = []
        for definition in catalog.all {
            let number = definition.schema.number
            let old = before.roots(of: number).rows
            let new = now.roots(of: number).rows
            var changes: [PendingChange] = []
            try old.forEachDifference(to: new) { row, former, next in
                changes.append(
                    PendingChange(
                        entity: number, old: try values(row, at: former, definition, in: before),
                        new: try values(row, at: next, definition, in: now)))
            }
            result += Self.joined(changes, definition.schema).filter { change in
                guard let old = change.old, let new = change.new else { return true }
                return !old.isIdentical(to: new)
            }
        }
        return result
    }

    private func values(
        _ row: UInt32, at word: UInt64, _ definition: EntityDefinition, in source: ChangesView
    ) throws -> [Value]? {
        guard word != 0 else { return nil }
        let found = try source.record(
            at: Position(word), row: RowNumber(row), of: definition.schema.number,
            verifying: false)
        return try source.values(of: found, schema: definition.schema)
    }

    /// Joins the entries with equal ids: an object that was deleted and inserted again is in
    /// another row.
    private static func joined(
        _ changes: [PendingChange], _ schema: StoredSchema
    ) -> [PendingChange] {
        var places: [Value: Int] = [:]
        var result: [PendingChange] = []
        for change in changes {
            guard let id = (change.old ?? change.new)?[schema.idOrdinal] else { continue }
            if let place = places[id] {
                let other = result[place]
                result[place] = PendingChange(
                    entity: change.entity, old: other.old ?? change.old,
                    new: other.new ?? change.new)
            } else {
                places[id] = result.count
                result.append(change)
            }
        }
        return result
    }
}
