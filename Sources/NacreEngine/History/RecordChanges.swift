internal import NacreFormat

/// The net changes of objects from one state to another.
package struct RecordChanges: Sendable {
    /// The changes, without objects that are in neither state or in both alike.
    package let changes: [RecordChange]
    /// The objects that are unchanged but in another row, because they were deleted and inserted
    /// again. Readers that remember rows need them.
    package let moves: [RecordChange]
    /// The objects that were written several times and are unchanged in their rows.
    package let unchanged: [RecordChange]
    /// Reads the former revisions.
    package let before: HistoryStorage
    /// Reads the new revisions.
    package let after: HistoryStorage

    /// - Parameter written: The change of each row.
    /// - Throws: `corrupt`.
    init(
        _ written: [RecordChange], before: HistoryStorage, after: HistoryStorage
    ) throws(StoreError) {
        self.before = before
        self.after = after
        var changes: [RecordChange] = []
        var moves: [RecordChange] = []
        var unchanged: [RecordChange] = []
        for change in try Self.joined(written, before, after) {
            if !change.isNothing(from: before, to: after) {
                changes.append(change)
            } else if change.isMove {
                moves.append(change)
            } else {
                unchanged.append(change)
            }
        }
        self.changes = changes
        self.moves = moves
        self.unchanged = unchanged
    }

    /// Returns the record before the change; nil if the object was inserted.
    package func old(_ change: RecordChange) throws(StoreError) -> FoundRecord? {
        try change.oldRecord(in: before)
    }

    /// Returns the record after the change; nil if the object was deleted.
    package func new(_ change: RecordChange) throws(StoreError) -> FoundRecord? {
        try change.newRecord(in: after)
    }

    /// Joins a deletion with an insertion of the same id into an update.
    private static func joined(
        _ changes: [RecordChange], _ before: HistoryStorage, _ after: HistoryStorage
    ) throws(StoreError) -> [RecordChange] {
        guard changes.contains(where: { $0.kind == .deleted }),
            changes.contains(where: { $0.kind == .inserted })
        else { return changes }
        var deletions: [ObjectKey: Int] = [:]
        for (place, change) in changes.enumerated() where change.kind == .deleted {
            if let key = try ObjectKey(change.entity, change.oldRecord(in: before), before) {
                deletions[key] = place
            }
        }
        var result: [RecordChange?] = changes
        for (place, change) in changes.enumerated() where change.kind == .inserted {
            guard let key = try ObjectKey(change.entity, change.newRecord(in: after), after),
                let deletion = deletions.removeValue(forKey: key)
            else { continue }
            result[min(place, deletion)] = changes[deletion].followed(by: change)
            result[max(place, deletion)] = nil
        }
        return result.compactMap { $0 }
    }
}

/// An object, identified by its id.
private struct ObjectKey: Hashable {
    private let entity: EntityNumber
    private let id: Value

    init?(
        _ entity: EntityNumber, _ found: FoundRecord?, _ storage: HistoryStorage
    ) throws(StoreError) {
        guard let found else { return nil }
        self.entity = entity
        do { id = try storage.id(of: found) } catch {
            throw error as? StoreError ?? storage.damaged(found.position, "\(error)")
        }
    }
}

extension RecordChange {
    init(
        _ key: RowKey, from former: Position, to next: Position, isRepeated: Bool
    ) {
        func revision(_ position: Position) -> Revision? {
            position == .none ? nil : Revision(position: position, row: key.row)
        }
        self.init(
            key.entity, from: revision(former), to: revision(next), isRepeated: isRepeated)
    }
}
