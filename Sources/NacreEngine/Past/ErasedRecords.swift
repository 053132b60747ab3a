internal import NacreFormat

/// The time in which a row belonged to an object that is erased.
struct ErasedStretch: Sendable {
    let entity: EntityNumber
    let row: RowNumber
    /// The first and the last commit whose records of the row are the object's.
    let commits: ClosedRange<CommitNumber>
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
                for version in try history.records(of: key) {
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
        let keys = found.externalReferences.map { RowKey(.externalValue, $0.row) }
            .sortedWithoutRepeats()
        return try positions(of: keys, at: version.commit.number).filter { $0 != .none }
    }

    /// Returns the stretches of an object, from its first record to its deletion.
    /// - Parameter last: The commit that deletes it, if it still exists.
    func stretches(
        of id: Value, _ definition: EntityDefinition, deletedBy last: CommitNumber
    ) throws -> [ErasedStretch] {
        let entity = definition.schema.number
        var stretches: [ErasedStretch] = []
        for row in try rows(of: id, definition) {
            var first: CommitNumber?
            var isOther = false
            for version in try records(of: RowKey(entity, row)) {
                if version.isTombstone {
                    if let first {
                        stretches.append(
                            ErasedStretch(
                                entity: entity, row: row, commits: first...version.commit.number))
                    }
                    (first, isOther) = (nil, false)
                } else if first == nil, !isOther {
                    let record = try snapshot.record(
                        at: version.position, row: row, of: entity, verifying: true)
                    isOther = try snapshot.id(of: record) != id
                    first = isOther ? nil : version.commit.number
                }
            }
            if let first {
                stretches.append(
                    ErasedStretch(entity: entity, row: row, commits: first...max(first, last)))
            }
        }
        return stretches
    }
}
