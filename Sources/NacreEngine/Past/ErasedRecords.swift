internal import NacreFormat

/// The time in which a row belonged to an object that is erased.
struct ErasedStretch: Sendable {
    let entity: EntityNumber
    let row: RowNumber
    /// The first and the last commit whose records of the row are the object's.
    let commits: ClosedRange<CommitNumber>
}

extension ErasedStretch {
    /// Decodes an object of the store's erasures.
    /// - Returns: nil if no program of ours has written it.
    init?(_ values: [Value]) {
        let numbers = values.map { value in
            if case .int(let number) = value { UInt64(clamping: number) } else { UInt64(0) }
        }
        guard numbers.count == 5, let entity = UInt16(exactly: numbers[1]),
            let row = UInt32(exactly: numbers[2]), numbers[3] <= numbers[4]
        else { return nil }
        self.init(
            entity: EntityNumber(entity), row: RowNumber(row),
            commits: CommitNumber(numbers[3])...CommitNumber(numbers[4]))
    }
}

/// The records that are to leave all files of a store.
struct ErasedRecords {
    /// The positions of the records, ascending.
    private let positions: [Position]
    /// The segments that the records are in.
    let segments: Set<SegmentNumber>

    var count: Int { positions.count }

    func contains(_ position: Position) -> Bool { positions.containsSorted(position) }

    /// Finds the records of some stretches, with their external values. A tombstone stays if it
    /// hides a former object of its row: without it that object would be there again.
    init(_ stretches: [ErasedStretch], in history: RecordHistory) throws(StoreError) {
        var found: Set<Position> = []
        for (entity, group) in Dictionary(grouping: stretches, by: \.entity) {
            for (row, stretches) in Dictionary(grouping: group, by: \.row) {
                let key = RowKey(entity, row)
                // Whether a record that stays is not hidden by a tombstone that stays.
                var isOpen = false
                for version in history.records(of: key) {
                    let number = version.commit.number
                    let isErased = stretches.contains { $0.commits.contains(number) }
                    if !isErased {
                        isOpen = !version.isTombstone
                    } else if !version.isTombstone || !isOpen {
                        found.insert(version.position)
                        if !version.isTombstone {
                            found.formUnion(try history.externals(of: version, row, entity))
                        }
                    } else {
                        isOpen = false
                    }
                }
            }
        }
        positions = found.sorted()
        segments = Set(found.map(\.segment))
    }
}

extension RecordHistory {
    /// Returns the positions of the external values that a record refers to.
    fileprivate func externals(
        of version: Version, _ row: RowNumber, _ entity: EntityNumber
    ) throws(StoreError) -> [Position] {
        let found = try snapshot.record(
            at: version.position, row: row, of: entity, verifying: true)
        var positions: [Position] = []
        for reference in found.externalReferences {
            // Also if the commit has removed it again: a row has one value in a commit.
            let values = records(of: RowKey(.externalValue, reference.row))
            let value = values.last {
                !$0.isTombstone && $0.commit.number <= version.commit.number
            }
            if let value { positions.append(value.position) }
        }
        return positions
    }

    /// Returns the stretches of some objects, from their first records to their deletions. It reads
    /// the ids of all records of the entity: the deletion of an object may be gone while an old
    /// record of it is still there.
    /// - Parameter last: The commit that deletes those that still exist.
    /// - Returns: The stretches of each object that was found.
    func stretches(
        of ids: Set<Value>, _ definition: EntityDefinition, deletedBy last: CommitNumber
    ) throws -> [Value: [ErasedStretch]] {
        let entity = definition.schema.number
        var stretches: [Value: [ErasedStretch]] = [:]
        for row in try rows(with: ids, entity) {
            var open: (id: Value, commits: ClosedRange<CommitNumber>)?
            func close(at end: CommitNumber?) {
                guard let (id, commits) = open else { return }
                open = nil
                let last = max(commits.upperBound, end ?? commits.upperBound)
                stretches[id, default: []].append(
                    ErasedStretch(entity: entity, row: row, commits: commits.lowerBound...last))
            }
            for version in records(of: RowKey(entity, row)) {
                let number = version.commit.number
                if version.isTombstone {
                    close(at: number)
                    continue
                }
                let id = try id(at: version.position, row, entity)
                if id != open?.id { close(at: nil) }
                guard ids.contains(id) else { continue }
                open = (id, (open?.commits.lowerBound ?? number)...number)
            }
            close(at: last)
        }
        return stretches
    }

    /// Returns the rows of which any record has one of some ids, ascending.
    private func rows(with ids: Set<Value>, _ entity: EntityNumber) throws -> [RowNumber] {
        var rows: Set<RowNumber> = []
        try forEachRecord(of: entity) { row, position in
            if try ids.contains(id(at: position, row, entity)) { rows.insert(row) }
        }
        return rows.sorted()
    }

    private func id(
        at position: Position, _ row: RowNumber, _ entity: EntityNumber
    ) throws -> Value {
        try snapshot.id(of: snapshot.record(at: position, row: row, of: entity, verifying: true))
    }
}
