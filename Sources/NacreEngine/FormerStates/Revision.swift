package import NacreFormat

/// One state of an object, or its end.
package struct Revision: Sendable {
    /// The number of the commit that wrote it.
    package let commit: CommitNumber
    /// The time of the commit, in microseconds since 1970.
    package let time: Int64
    /// The author; empty if there is none.
    package let author: String
    package let note: String
    let row: RowNumber
    /// The position of the record; nil if the commit deleted the object.
    let position: Position?
}

/// The revisions of one object, newest first.
package struct ObjectRevisions: Sendable {
    package let revisions: [Revision]
    private let history: FoundHistory
    private let entity: EntityNumber

    /// Finds the revisions of an object from the oldest state on that is kept.
    /// - Throws: `corrupt`.
    init(of id: Value, _ definition: EntityDefinition, in history: FoundHistory) throws {
        self.history = history
        let records = history.records
        let snapshot = records.snapshot
        entity = definition.schema.number
        let horizon = try history.horizon(of: entity)
        var found: [Revision] = []
        for row in try records.rows(of: id, definition) {
            let key = RowKey(entity, row)
            var isObject = false
            // A row belongs to one object up to a tombstone.
            var isBegun = false
            let versions = records.versions(of: key)
            // The state at the horizon was made by the newest commit before it. Between older
            // versions, the tombstones of other objects may be gone.
            let first = versions.lastIndex { $0.commit.number <= horizon } ?? 0
            for version in versions[first...] {
                if version.isTombstone {
                    if isObject { found.append(Revision(version, row)) }
                    (isObject, isBegun) = (false, false)
                    continue
                }
                if !isBegun {
                    let record = try snapshot.record(
                        at: version.position, row: row, of: entity, verifying: true)
                    isObject = try snapshot.id(of: record) == id
                    isBegun = true
                }
                if isObject { found.append(Revision(version, row)) }
            }
        }
        // A commit that deleted the object and inserted it again, in another row, replaced it.
        let written = Set(found.filter { $0.position != nil }.map(\.commit))
        found.removeAll { $0.position == nil && written.contains($0.commit) }
        found.sort { $0.commit < $1.commit }
        let first = found.lastIndex { $0.commit <= horizon }
        if let first { found.removeSubrange(..<first) }
        while let first = found.first, first.position == nil { found.removeFirst() }
        revisions = found.reversed()
    }

    /// Returns the record of a revision; nil for a deletion.
    package func record(of revision: Revision) throws(StoreError) -> FoundRecord? {
        guard let position = revision.position else { return nil }
        return try history.records.snapshot.record(
            at: position, row: revision.row, of: entity, verifying: true)
    }

    /// Returns the storage in which the record of a revision is read.
    package func storage(
        of record: FoundRecord, _ revision: Revision
    ) -> HistoryStorage {
        var externals: [RowNumber: Position] = [:]
        for reference in record.externalReferences {
            let key = RowKey(.externalValue, reference.row)
            let positions = history.records.positions(of: [key], at: revision.commit)
            externals[reference.row] = positions[0]
        }
        return HistoryStorage(
            head: history.records.snapshot, base: nil, externals: externals)
    }

    /// Returns the values of a revision, in the order of the schema; nil for a deletion.
    package func values(of revision: Revision, _ schema: StoredSchema) throws -> [Value]? {
        guard let record = try record(of: revision) else { return nil }
        return try storage(of: record, revision).values(of: record, schema: schema)
    }

    /// Returns for each attribute the revision that gave it its present value, by the attribute's
    /// place in the schema; nil if the object does not exist now.
    package func origins(of schema: StoredSchema) throws -> [Revision]? {
        guard let newest = revisions.first, let values = try values(of: newest, schema) else {
            return nil
        }
        var origins = Array(repeating: newest, count: values.count)
        var open = Set(values.indices)
        for revision in revisions.dropFirst() where !open.isEmpty {
            guard let former = try self.values(of: revision, schema) else { break }
            for place in open {
                if former[place].isIdentical(to: values[place]) {
                    origins[place] = revision
                } else {
                    open.remove(place)
                }
            }
        }
        return origins
    }
}

extension Revision {
    fileprivate init(_ version: RecordHistory.Version, _ row: RowNumber) {
        self.init(
            commit: version.commit.number, time: version.commit.time,
            author: version.commit.prelude.author, note: version.commit.prelude.note, row: row,
            position: version.isTombstone ? nil : version.position)
    }
}
