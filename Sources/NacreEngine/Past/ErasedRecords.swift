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
        guard numbers.count >= 5, let entity = UInt16(exactly: numbers[1]),
            let row = UInt32(exactly: numbers[2]), numbers[3] <= numbers[4]
        else { return nil }
        self.init(
            entity: EntityNumber(entity), row: RowNumber(row),
            commits: CommitNumber(numbers[3])...CommitNumber(numbers[4]))
    }
}

/// The records that are to leave all files of a store, and those that are to lose a value.
struct ErasedRecords {
    /// The positions of the records, ascending.
    private let positions: [Position]
    /// The records that take the place of others, by the positions of those.
    private let emptied: [Position: [UInt8]]
    /// The segments that the records are in.
    let segments: Set<SegmentNumber>

    /// The number of records that are removed or replaced.
    var count: Int { positions.count + emptied.count }

    func contains(_ position: Position) -> Bool { positions.containsSorted(position) }

    /// Returns the record that takes the place of the one at a position; nil if that stays.
    func emptied(_ position: Position) -> [UInt8]? { emptied[position] }

    /// Finds the records of some erasures, with their external values.
    init(_ erasures: [Erasure], in history: RecordHistory) throws {
        let objects = erasures.filter { $0.value == nil }.map(\.stretch)
        var found = try history.records(of: objects)
        let replacing = try history.emptiedRecords(of: erasures.filter { $0.value != nil })
        var emptied: [Position: [UInt8]] = [:]
        for (position, record) in replacing where !found.contains(position) {
            emptied[position] = record.bytes
        }
        for record in replacing.values { found.formUnion(record.externals) }
        self.emptied = emptied
        positions = found.sorted()
        segments = Set(found.map(\.segment)).union(emptied.keys.map(\.segment))
    }
}

extension RecordHistory {
    /// Finds the records of some stretches, with their external values. A tombstone stays if it
    /// hides a former object of its row: without it that object would be there again.
    fileprivate func records(of stretches: [ErasedStretch]) throws(StoreError) -> Set<Position> {
        var found: Set<Position> = []
        for (entity, group) in Dictionary(grouping: stretches, by: \.entity) {
            for (row, stretches) in Dictionary(grouping: group, by: \.row) {
                let key = RowKey(entity, row)
                // Whether a record that stays is not hidden by a tombstone that stays.
                var isOpen = false
                for version in records(of: key) {
                    let number = version.commit.number
                    let isErased = stretches.contains { $0.commits.contains(number) }
                    if !isErased {
                        isOpen = !version.isTombstone
                    } else if !version.isTombstone || !isOpen {
                        found.insert(version.position)
                        if !version.isTombstone {
                            found.formUnion(try externals(of: version, row, entity))
                        }
                    } else {
                        isOpen = false
                    }
                }
            }
        }
        return found
    }

    /// Returns the records that take the place of those with values that are erased, by the
    /// positions of those, and the positions of their external values.
    fileprivate func emptiedRecords(
        of erasures: [Erasure]
    ) throws -> [Position: (bytes: [UInt8], externals: [Position])] {
        var emptied: [Position: (bytes: [UInt8], externals: [Position])] = [:]
        for (key, erasures) in Dictionary(
            grouping: erasures, by: { RowKey($0.stretch.entity, $0.stretch.row) })
        {
            guard let definition = snapshot.catalog[key.entity] else { continue }
            for version in records(of: key) where !version.isTombstone {
                let number = version.commit.number
                let values = erasures.filter { $0.stretch.commits.contains(number) }
                    .compactMap(\.value)
                if values.isEmpty { continue }
                let found = try snapshot.record(
                    at: version.position, row: key.row, of: key.entity, verifying: true)
                let record = try EmptiedRecord(
                    found, row: key.row, definition, without: values,
                    external: { try external($0, at: number) })
                guard let record else { continue }
                let places = record.externals.compactMap { position(of: $0, at: number) }
                emptied[version.position] = (record.bytes, places)
            }
        }
        return emptied
    }

    /// Returns the position of an external value at a commit, also if that has removed it again: a
    /// row has one value in a commit.
    private func position(
        of reference: ExternalReference, at number: CommitNumber
    ) -> Position? {
        records(of: RowKey(.externalValue, reference.row)).last {
            !$0.isTombstone && $0.commit.number <= number
        }?.position
    }

    /// Returns the bytes of an external value at a commit.
    private func external(
        _ reference: ExternalReference, at number: CommitNumber
    ) throws -> ByteView {
        guard let position = position(of: reference, at: number),
            let bytes = snapshot.bytes(at: position), bytes.count >= RecordFields.size,
            case let record = try RecordView.read(bytes, at: 0, origin: position.offset),
            record.kind == .externalValue, record.row == reference.row,
            record.hasExternalValue(withCRC: reference.crc)
        else {
            throw StoreError(.corrupt, "A former value that is stored apart is missing.")
        }
        return record.externalValue
    }

    /// Returns the positions of the external values that a record refers to.
    fileprivate func externals(
        of version: Version, _ row: RowNumber, _ entity: EntityNumber
    ) throws(StoreError) -> [Position] {
        let found = try snapshot.record(
            at: version.position, row: row, of: entity, verifying: true)
        return found.externalReferences.compactMap { position(of: $0, at: version.commit.number) }
    }

    /// Returns the stretches of some objects, from their first records to their deletions. It reads
    /// the ids of all records of the entity: the deletion of an object may be gone while an old
    /// record of it is still there.
    /// - Parameter last: The last commit of those that still exist.
    /// - Returns: The stretches of each object that was found.
    func stretches(
        of ids: Set<Value>, _ definition: EntityDefinition, through last: CommitNumber
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
