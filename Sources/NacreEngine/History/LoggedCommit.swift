package import NacreFormat

/// A commit in the log: its changes, with the revisions before and after.
package struct LoggedCommit: Sendable {
    package let number: CommitNumber
    /// The time, in microseconds since 1970.
    package let time: Int64
    /// The author; empty if there is none.
    package let author: String
    package let note: String
    /// The place after this commit.
    package let token: CommitToken
    /// The net change of each object, in the order in which the commit first wrote them.
    package let records: RecordChanges
    /// The entities of objects that the commit has erased. Their ids are not known any more.
    package let erased: Set<EntityNumber>
    /// Whether it has only moved the places of consumers of commits.
    let isBookkeeping: Bool

    package var changes: [RecordChange] { records.changes }
    package var moves: [RecordChange] { records.moves }
    package var before: HistoryStorage { records.before }
    package var after: HistoryStorage { records.after }
}

/// The change of one object by a commit.
package struct RecordChange: Sendable {
    package let entity: EntityNumber
    private let former: Revision?
    private let next: Revision?
    /// Whether the object was written more than once, so that it may be unchanged.
    private let isRepeated: Bool

    /// One state of an object.
    struct Revision: Sendable {
        let position: Position
        /// The row. It differs between the two revisions if another object took over the id.
        let row: RowNumber
    }

    init(
        _ entity: EntityNumber, from former: Revision?, to next: Revision?, isRepeated: Bool
    ) {
        self.entity = entity
        self.former = former
        self.next = next
        self.isRepeated = isRepeated
    }

    package enum Kind: String, Sendable { case inserted, updated, deleted }

    package var kind: Kind {
        if former == nil { return .inserted }
        return next == nil ? .deleted : .updated
    }

    /// Returns the combination of this change and a later one of the same object.
    func followed(by other: RecordChange) -> RecordChange {
        RecordChange(entity, from: former, to: other.next, isRepeated: true)
    }

    /// Whether the object ended up unchanged. Records that cannot be read count as different,
    /// because the reader of the change then gets the error.
    func isNothing(from before: HistoryStorage, to after: HistoryStorage) -> Bool {
        guard isRepeated, kind == .updated, let schema = after.catalog[entity]?.schema else {
            return false
        }
        func values(
            _ found: FoundRecord?, _ storage: HistoryStorage
        ) throws -> [Value] {
            try found.map { try storage.values(of: $0, schema: schema) } ?? []
        }
        do {
            return try values(oldRecord(in: before), before)
                .isIdentical(to: values(newRecord(in: after), after))
        } catch {
            return false
        }
    }

    /// The object's rows before and after the change, usually one and the same.
    package var rows: [RowNumber] { [former?.row, next?.row].compactMap { $0 } }

    /// Whether the object was replaced by another one with its id, in another row.
    var isMove: Bool { former != nil && next != nil && former?.row != next?.row }

    var formerKey: RowKey? { former.map { RowKey(entity, $0.row) } }
    var nextKey: RowKey? { next.map { RowKey(entity, $0.row) } }
}

extension LoggedCommit {
    /// Returns the record before the commit; nil if the commit inserted the object.
    package func old(_ change: RecordChange) throws(StoreError) -> FoundRecord? {
        try records.old(change)
    }

    /// Returns the record after the commit; nil if the commit deleted the object.
    package func new(_ change: RecordChange) throws(StoreError) -> FoundRecord? {
        try records.new(change)
    }
}

extension RecordChange {
    /// Returns the record before the change; nil for an insertion.
    /// - Parameter storage: The storage of the state before the change.
    package func oldRecord(in storage: HistoryStorage) throws(StoreError) -> FoundRecord? {
        try former.map { (revision) throws(StoreError) in try record(revision, storage) }
    }

    /// Returns the record after the change; nil for a deletion.
    /// - Parameter storage: The storage of the state after the change.
    package func newRecord(in storage: HistoryStorage) throws(StoreError) -> FoundRecord? {
        try next.map { (revision) throws(StoreError) in try record(revision, storage) }
    }

    private func record(
        _ revision: Revision, _ storage: HistoryStorage
    ) throws(StoreError) -> FoundRecord {
        try storage.record(
            at: revision.position, row: revision.row, of: entity, verifying: true)
    }
}
