package import NacreFormat

/// A commit as the log has it: what it changed, with the revisions before and after.
package struct LoggedCommit: Sendable {
    package let number: CommitNumber
    /// In microseconds since 1970.
    package let time: Int64
    /// Empty if there is none.
    package let author: String
    package let note: String
    /// Behind this commit.
    package let token: CommitToken
    /// What became of each object in all, in the order in which the commit first wrote them. An
    /// object that came and went within the commit is none of them, nor is one that is as it was.
    package let changes: [RecordChange]
    /// The objects that are as they were, but in another row: deleted and inserted again. Readers
    /// that remember rows need them.
    package let moves: [RecordChange]
    /// Reads the former revisions.
    package let before: HistoryStorage
    /// Reads the new ones.
    package let after: HistoryStorage
}

/// What a commit did to one object.
package struct RecordChange: Sendable {
    package let entity: EntityNumber
    private let former: Revision?
    private let next: Revision?
    /// Whether the object was written more than once, so that it may be as it was.
    private let isRepeated: Bool

    /// One state of an object.
    struct Revision: Sendable {
        let position: Position
        /// Not the same in both if an object gave way to another one with its id.
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

    /// Both in one: what became of an object by this change and then by another one.
    func followed(by other: RecordChange) -> RecordChange {
        RecordChange(entity, from: former, to: other.next, isRepeated: true)
    }

    /// Whether the object is as it was. Records that cannot be read count as different, since
    /// whoever reads the change is told what is wrong with them.
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

    /// The object's rows before and behind it, mostly the same one.
    package var rows: [RowNumber] { [former?.row, next?.row].compactMap { $0 } }

    /// Whether the object has given way to another one with its id.
    var isMove: Bool { former != nil && next != nil && former?.row != next?.row }

    var formerKey: RowKey? { former.map { RowKey(entity, $0.row) } }
    var nextKey: RowKey? { next.map { RowKey(entity, $0.row) } }
}

extension LoggedCommit {
    /// The record before the commit; nil of an object that it inserted.
    package func old(_ change: RecordChange) throws(StoreError) -> FoundRecord? {
        try change.oldRecord(in: before)
    }

    /// The record after the commit; nil of an object that it deleted.
    package func new(_ change: RecordChange) throws(StoreError) -> FoundRecord? {
        try change.newRecord(in: after)
    }
}

extension RecordChange {
    /// - Parameter storage: of before the change.
    package func oldRecord(in storage: HistoryStorage) throws(StoreError) -> FoundRecord? {
        try former.map { (revision) throws(StoreError) in try record(revision, storage) }
    }

    /// - Parameter storage: of behind the change.
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
