internal import NacreFormat

/// Reads the commits of a stretch of the log: their changes, and the positions of the revisions
/// before and after.
struct CommitReader {
    /// The version whose commit ends the stretch.
    let head: DatabaseSnapshot
    private let base: DatabaseSnapshot?
    private let former: FormerRecords
    private var walk: LogWalk
    /// The last commit read. Its digest is nil if it is unknown.
    private var last: (commit: CommitNumber, digest: CommitDigest?)
    /// The newest positions of rows that changed since the beginning of the stretch.
    private var latest: [RowKey: Position] = [:]
    private var externals: [RowNumber: Position] = [:]

    /// Reads the commits after a snapshot.
    /// - Throws: `historyGone`, `corrupt`.
    init(from base: DatabaseSnapshot, to head: DatabaseSnapshot) throws(StoreError) {
        let chain = try LogChain(head, behind: base.commit)
        let cursor = base.version.logEnd.cursor
        // The base's own segment may be gone if it has no commits after the base.
        guard let start = chain.start(behind: base.commit),
            let walk = start.number == cursor.segment
                ? LogWalk(head, chain, from: cursor) : LogWalk(head, chain, from: start)
        else { throw Self.gone(behind: base.commit, chain, head) }
        self.walk = walk
        self.base = base
        self.head = head
        former = .snapshot(base)
        last = (base.commit, base.digest)
    }

    /// Reads the commits after a place that no snapshot exists of any more.
    /// - Parameter purged: The commit up to which compaction may have dropped replaced records.
    /// - Throws: `historyGone`, `corrupt`.
    init(
        since token: CommitToken, to head: DatabaseSnapshot, purged: CommitNumber
    ) throws(StoreError) {
        guard token.commit < head.commit || token == head.token else {
            throw Self.otherHistory(token, head)
        }
        try self.init(behind: token.commit, token, to: head, purged: purged)
    }

    /// Reads the commits after a commit number.
    /// - Parameter token: The token of that commit, if it is to be compared with the log.
    init(
        behind commit: CommitNumber, _ token: CommitToken? = nil, to head: DatabaseSnapshot,
        purged: CommitNumber
    ) throws(StoreError) {
        let chain = try LogChain(head, behind: commit)
        guard purged <= commit, let start = chain.start(behind: commit),
            var ahead = LogWalk(head, chain, from: start),
            var walk = LogWalk(head, chain, from: start)
        else { throw Self.gone(behind: commit, chain, head, purged: purged) }
        var keys: Set<RowKey> = []
        while let next = try ahead.next() {
            if next.number <= commit {
                // Now both walks are after the place.
                _ = try walk.next()
                if let token, next.number == commit, next.digest != token.digest {
                    throw Self.otherHistory(token, head)
                }
            } else {
                if let token, next.number == commit.next, !next.follows(token.digest) {
                    throw Self.otherHistory(token, head)
                }
                try next.forEachRecord(in: head) { record, _ in
                    keys.insert(RowKey(record, head.catalog))
                }
            }
        }
        self.walk = walk
        self.head = head
        base = nil
        former = try .find(keys, at: commit, in: head)
        last = (commit, token?.digest)
        for key in keys where key.entity == .externalValue {
            externals[key.row] = former.position(of: key)
        }
    }

    /// Returns the next commit; nil after the head's commit.
    mutating func next() throws(StoreError) -> LoggedCommit? {
        guard last.commit < head.commit else { return nil }
        guard let commit = try walk.next(), commit.number == last.commit.next else {
            throw Self.gone(behind: last.commit, try LogChain(head), head)
        }
        let token = CommitToken(
            store: head.version.logEnd.cursor.storeID, commit: commit.number,
            digest: commit.digest)
        if let digest = last.digest, !commit.follows(digest) {
            throw Self.otherHistory(token, head)
        }
        let before = storage
        let written = try collectChanges(of: commit)
        try head.version.checkSound()
        last = (commit.number, commit.digest)
        let prelude = Prelude(commit.parts[0].prelude)
        let after = storage
        var changes: [RecordChange] = []
        var moves: [RecordChange] = []
        for change in try Self.joined(written, before, after) {
            if !change.isNothing(from: before, to: after) {
                changes.append(change)
            } else if change.isMove {
                moves.append(change)
            }
        }
        return LoggedCommit(
            number: commit.number, time: commit.time, author: prelude?.author ?? "",
            note: prelude?.note ?? "", token: token,
            changes: changes, moves: moves, before: before, after: after)
    }

    private var storage: HistoryStorage {
        HistoryStorage(head: head, base: base, externals: externals)
    }

    // MARK: Changes

    private mutating func collectChanges(
        of commit: LogWalk.Commit
    ) throws(StoreError) -> [RecordChange] {
        // A commit may write an object more than once. Its change leads from the first record to
        // the last.
        var places: [RowKey: Int] = [:]
        var written: [(key: RowKey, position: Position, isRepeated: Bool)] = []
        let catalog = head.catalog
        try commit.forEachRecord(in: head) { record, position in
            let key = RowKey(record, catalog)
            let position = record.kind == .tombstone ? .none : position
            if let place = places[key] {
                written[place].position = position
                written[place].isRepeated = true
            } else {
                places[key] = written.count
                written.append((key, position, false))
            }
        }
        var changes: [RecordChange] = []
        changes.reserveCapacity(written.count)
        for (key, position, isRepeated) in written {
            let old = latest[key] ?? former.position(of: key)
            latest[key] = position
            if key.entity == .externalValue {
                externals[key.row] = position
            } else if old != .none || position != .none {
                changes.append(
                    RecordChange(key, from: old, to: position, isRepeated: isRepeated))
            }
        }
        return changes
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

    // MARK: Errors

    private static func gone(
        behind commit: CommitNumber, _ chain: LogChain, _ head: DatabaseSnapshot,
        purged: CommitNumber = CommitNumber(0)
    ) -> StoreError {
        let horizon = max(chain.horizon ?? head.commit, purged)
        return StoreError(
            .historyGone,
            "The commits after number \(commit) are no longer kept one by one: compaction has"
                + " joined those up to \(horizon). Take a snapshot, and follow the commits from"
                + " there.",
            file: head.version.context.path)
    }

    private static func otherHistory(_ token: CommitToken, _ head: DatabaseSnapshot) -> StoreError {
        StoreError(
            .historyGone,
            "The commit \(token.commit) that the token names is not in this store's history: an"
                + " older state of the store was restored, or the commit was not durable and lost"
                + " in a power cut. Take a snapshot, and follow the commits from there.",
            file: head.version.context.path)
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
    fileprivate init(
        _ key: RowKey, from former: Position, to next: Position, isRepeated: Bool
    ) {
        func revision(_ position: Position) -> Revision? {
            position == .none ? nil : Revision(position: position, row: key.row)
        }
        self.init(
            key.entity, from: revision(former), to: revision(next), isRepeated: isRepeated)
    }
}

extension LogWalk.Commit {
    private var last: FrameHeader { parts[parts.count - 1].header }
    var number: CommitNumber { last.commit }
    var time: Int64 { last.time }
    /// The digest, which every commit's last frame has.
    var digest: CommitDigest { parts[parts.count - 1].digest ?? .none }

    /// Whether `former` is the digest of the previous commit, which is part of every digest. A
    /// place in another history is thus found at the first commit after it.
    func follows(_ former: CommitDigest) -> Bool {
        let records = UInt32(truncatingIfNeeded: digest.rawValue >> 32)
        return CommitDigest(records: records, after: former) == digest
    }

    /// Calls `body` with each record of the commit and its position.
    /// - Parameter snapshot: Provides the file's path for errors.
    func forEachRecord(
        in snapshot: DatabaseSnapshot, _ body: (RecordView, Position) -> Void
    ) throws(StoreError) {
        for part in parts where part.header.kind == .records {
            var group = part.group
            do throws(FormatError) {
                while let (record, offset) = try group.next() {
                    body(record, Position(segment, offset: offset))
                }
            } catch {
                throw StoreError(error, file: snapshot.path(of: segment))
            }
        }
    }
}
