internal import NacreFormat

/// The commits that a snapshot's segments hold, and the places of the records that they wrote. It
/// has everything after the horizon: before it, compaction may have dropped replaced records.
struct RecordHistory {
    let snapshot: DatabaseSnapshot
    /// The directories of the segments, in the order of their commits. If a compaction is going on,
    /// segments and their copies are both here.
    private let directories: [SegmentDirectory]

    init(_ snapshot: DatabaseSnapshot, _ directories: [SegmentDirectory]) {
        self.snapshot = snapshot
        self.directories = directories.filter { $0.firstCommit != nil }.sorted {
            ($0.firstCommit ?? .none, $0.lastCommit ?? .none, $0.segment)
                < ($1.firstCommit ?? .none, $1.lastCommit ?? .none, $1.segment)
        }
    }

    func commit(_ number: CommitNumber) -> SegmentDirectory.Commit? {
        for directory in directories.reversed() {
            if let commit = directory.commit(number) { return commit }
        }
        return nil
    }

    /// Returns the commits after one, ascending.
    func commits(after number: CommitNumber) -> [SegmentDirectory.Commit] {
        var commits: [SegmentDirectory.Commit] = []
        for directory in directories where directory.lastCommit ?? .none > number {
            // A commit may be in two segments.
            commits += directory.commits.filter {
                $0.number > max(number, commits.last?.number ?? .none)
                    && $0.number <= snapshot.commit
            }
        }
        return commits
    }

    /// Returns the commits after one that have written objects of some entities.
    func commits(
        after number: CommitNumber, changing isWanted: (EntityNumber) -> Bool
    ) -> Set<CommitNumber> {
        var commits: Set<CommitNumber> = []
        for directory in directories where directory.lastCommit ?? .none > number {
            let offsets = directory.end(of: number)..<directory.end(of: snapshot.commit)
            directory.forEachCommit(at: offsets, of: isWanted) { commits.insert($0) }
        }
        return commits
    }

    /// Returns the rows that commits after one and up to another one have written, ascending.
    /// - Parameter entity: The entity of the rows; nil for all.
    func rowsChanged(
        after number: CommitNumber, through last: CommitNumber, of entity: EntityNumber? = nil
    ) -> [RowKey] {
        var keys: [RowKey] = []
        for directory in directories where directory.lastCommit ?? .none > number {
            let offsets = directory.end(of: number)..<directory.end(of: max(number, last))
            directory.forEachKey(at: offsets, of: entity) { keys.append($0) }
        }
        return keys.sortedWithoutRepeats()
    }

    /// Returns the rows whose objects commits after one have deleted.
    func rowsEnded(after number: CommitNumber) -> Set<RowKey> {
        var keys: Set<RowKey> = []
        for directory in directories where directory.lastCommit ?? .none > number {
            let offsets = directory.end(of: number)..<directory.end(of: snapshot.commit)
            for tombstone in directory.tombstones where offsets.contains(tombstone.offset) {
                keys.insert(RowKey(tombstone.entity, tombstone.row))
            }
        }
        return keys
    }

    /// One record of a row, or its end.
    struct Version {
        let commit: SegmentDirectory.Commit
        let position: Position
        let isTombstone: Bool
    }

    /// Returns all records of a row, oldest first, with those that a later one of the same commit
    /// has replaced.
    func records(of key: RowKey) -> [Version] {
        var records: [Version] = []
        for directory in directories {
            let end = directory.end(of: snapshot.commit)
            for position in directory.positions(of: key, before: end) {
                guard let commit = directory.commit(at: position.offset) else { continue }
                records.append(
                    Version(
                        commit: commit, position: position,
                        isTombstone: directory.isTombstone(at: position.offset)))
            }
        }
        return records
    }

    /// Returns the versions of a row, oldest first. Of a commit that wrote it several times, the
    /// last one.
    func versions(of key: RowKey) -> [Version] {
        var versions: [Version] = []
        for record in records(of: key) {
            // A copy that a compaction is making comes after the versions that it copies.
            if let last = versions.last, last.commit.number >= record.commit.number {
                if last.commit.number == record.commit.number {
                    versions[versions.count - 1] = record
                }
            } else {
                versions.append(record)
            }
        }
        return versions
    }

    /// Returns the rows that objects with an id may have, or have had.
    func rows(of id: Value, _ definition: EntityDefinition) throws -> [RowNumber] {
        var rows: Set<RowNumber> = []
        if let found = try snapshot.find(id, in: definition) { rows.insert(found.row) }
        let key = snapshot.idKey(id)
        for directory in directories {
            rows.formUnion(directory.rows(ofDeleted: key, definition.schema.number))
        }
        return rows.sorted()
    }

    /// Returns the rows of which some segments hold records of commits up to one, ascending.
    func keys(in segments: [SegmentNumber], through number: CommitNumber) -> [RowKey] {
        var keys: [RowKey] = []
        for directory in directories where segments.contains(directory.segment) {
            directory.forEachKey(at: 0..<directory.end(of: number)) { keys.append($0) }
        }
        return keys.sortedWithoutRepeats()
    }

    /// Calls `body` with the row and the place of each record of an entity that is no tombstone.
    func forEachRecord(
        of entity: EntityNumber, _ body: (RowNumber, Position) throws -> Void
    ) throws {
        for directory in directories {
            try directory.forEachRecord(of: entity, body)
        }
    }

    /// Calls `body` with each record of a segment that is no tombstone.
    func forEachRecord(
        in segment: SegmentNumber, _ body: (RowKey, Position, CommitNumber) -> Void
    ) {
        directories.first { $0.segment == segment }?.forEachRecord(body)
    }

    /// Returns the places of the records that some rows had at a commit, by the place of the key;
    /// ``Position/none`` for rows without an object.
    /// - Parameter keys: The rows, ascending.
    func positions(of keys: [RowKey], at number: CommitNumber) -> [Position] {
        var positions = Array(repeating: Position.none, count: keys.count)
        // The keys that were not found yet, and their places.
        var (rest, places) = (keys, Array(keys.indices))
        for directory in directories.reversed() where directory.firstCommit ?? .none <= number {
            if rest.isEmpty { break }
            var found = Array(repeating: false, count: rest.count)
            directory.forEachNewest(of: rest, before: directory.end(of: number)) { key, position in
                found[key] = true
                if directory.isTombstone(at: position.offset) { return }
                positions[places[key]] = position
            }
            let missing = rest.indices.filter { !found[$0] }
            guard missing.count < rest.count else { continue }
            rest = missing.map { rest[$0] }
            places = missing.map { places[$0] }
        }
        return positions
    }

    /// Returns the places that external values had at a commit, as far as they were written since.
    func externals(at number: CommitNumber) -> [RowNumber: Position] {
        let rows = rowsChanged(after: number, through: snapshot.commit, of: .externalValue)
        var externals: [RowNumber: Position] = [:]
        for (key, position) in zip(rows, positions(of: rows, at: number)) {
            externals[key.row] = position
        }
        return externals
    }
}
