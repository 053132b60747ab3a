internal import NacreFormat

/// Reads the commits of a stretch of the log: their changes, and the positions of the revisions
/// before and after.
struct CommitReader {
    /// The version whose commit ends the stretch.
    let head: DatabaseSnapshot
    private let base: DatabaseSnapshot?
    private let former: FormerRecords
    /// The entities whose changes are known.
    private let told: ToldEntities
    private var walk: LogWalk
    /// The last commit read. Its digest is nil if it is unknown.
    private var last: (commit: CommitNumber, digest: CommitDigest?)
    /// The newest positions of rows that changed since the beginning of the stretch.
    private var latest: [RowKey: Position] = [:]
    private var externals: [RowNumber: Position] = [:]

    /// Reads the commits after a snapshot.
    /// - Throws: `historyGone`, `corrupt`.
    init(from base: DatabaseSnapshot, to head: DatabaseSnapshot) throws(StoreError) {
        let commit = base.commit
        var told = ToldEntities(of: head)
        var chain = try LogChain(head, behind: commit)
        if chain.start(behind: commit) == nil {
            // A compaction has copied some of the commits.
            told = try ToldEntities(after: commit, in: head, purged: .none)
            if told.isWhole { chain = try LogChain(head, behind: commit, isKept: told.isKept) }
        }
        let cursor = base.version.logEnd.cursor
        // The base's own segment may be gone if it has no commits after the base.
        guard let start = chain.start(behind: commit),
            let walk = start.number == cursor.segment
                ? LogWalk(head, chain, from: cursor) : LogWalk(head, chain, from: start)
        else { throw Self.gone(behind: commit, chain.horizon, head) }
        self.walk = walk
        self.base = base
        self.head = head
        self.told = told
        former = .snapshot(base)
        last = (commit, base.digest)
    }

    /// Reads the commits after a place that no snapshot exists of any more.
    /// - Throws: `historyGone`, `corrupt`.
    init(since token: CommitToken, in history: FoundHistory) throws(StoreError) {
        let head = history.records.snapshot
        guard token.commit < head.commit || token == head.token else {
            throw Self.otherHistory(token, head)
        }
        try self.init(behind: token.commit, token, in: history)
    }

    /// Reads the commits after a commit number.
    /// - Parameters:
    ///   - token: The token of that commit, if it is to be compared with the log.
    ///   - end: The last commit to read; nil for the newest.
    init(
        behind commit: CommitNumber, through end: CommitNumber? = nil,
        _ token: CommitToken? = nil, in history: FoundHistory
    ) throws(StoreError) {
        let head = history.records.snapshot
        let told = try ToldEntities(after: commit, in: head, purged: history.purged)
        let chain = try LogChain(head, behind: commit, isKept: told.isKept)
        guard !told.isEmpty, let start = chain.start(behind: commit),
            let walk = LogWalk(head, chain, from: start)
        else {
            throw Self.gone(behind: commit, max(chain.horizon ?? head.commit, told.horizon), head)
        }
        if let token, let known = history.records.commit(commit), known.digest != token.digest {
            throw Self.otherHistory(token, head)
        }
        if let token, let next = history.records.commits(after: commit).first,
            next.number == commit.next, !next.digest.follows(token.digest)
        {
            throw Self.otherHistory(token, head)
        }
        self.walk = walk
        self.head = head
        self.told = told
        base = nil
        let records = history.records
        let keys = records.rowsChanged(after: commit, through: end ?? head.commit)
        former = .found(
            Dictionary(
                uniqueKeysWithValues: zip(keys, records.positions(of: keys, at: commit))
                    .filter { $1 != .none }))
        last = (commit, token?.digest)
        // An external value that none of these commits has written may be another one by now.
        externals = records.externals(at: commit)
    }

    /// Returns the next commit; nil after the head's commit.
    mutating func next() throws(StoreError) -> LoggedCommit? {
        guard last.commit < head.commit else { return nil }
        var found = try walk.next()
        // Those before the place were not looked up.
        while let commit = found, commit.number <= last.commit { found = try walk.next() }
        guard let commit = found, commit.number == last.commit.next else {
            throw Self.gone(behind: last.commit, try LogChain(head).horizon, head)
        }
        let token = CommitToken(
            store: head.version.logEnd.cursor.storeID, commit: commit.number,
            digest: commit.digest)
        if let digest = last.digest, !commit.digest.follows(digest) {
            throw Self.otherHistory(token, head)
        }
        let before = storage
        let written = try writtenRows(of: commit)
        let changes = takeChanges(written)
        let prelude = commit.prelude
        let erased = try erasedEntities(written)
        try head.version.checkSound()
        last = (commit.number, commit.digest)
        return LoggedCommit(
            number: commit.number, time: commit.time, author: prelude.author,
            note: prelude.note, token: token,
            records: try RecordChanges(changes, before: before, after: storage), erased: erased,
            isBookkeeping: isBookkeeping(commit, written))
    }

    /// Returns the entities of the objects that a commit has noted as to be erased.
    private func erasedEntities(_ written: [WrittenRow]) throws(StoreError) -> Set<EntityNumber> {
        guard let schema = head.catalog[Format.erasuresEntity]?.schema else { return [] }
        var entities: Set<EntityNumber> = []
        for row in written where row.key.entity == schema.number && row.position != .none {
            let found = try head.record(
                at: row.position, row: row.key.row, of: schema.number, verifying: true)
            // Its own attributes are plain numbers.
            let values = (try? storage.values(of: found, schema: schema)) ?? []
            if let erasure = ErasedStretch(values) { entities.insert(erasure.entity) }
        }
        return entities
    }

    /// Returns whether a commit has only registered consumers or moved their places, or remembered
    /// or forgotten copies of the store. Of one that a compaction has copied, nothing may be left.
    private func isBookkeeping(_ commit: LogWalk.Commit, _ written: [WrittenRow]) -> Bool {
        let entities = [Format.consumersEntity, Format.copiesEntity].compactMap {
            head.catalog[$0]?.schema.number
        }
        guard !entities.isEmpty, commit.prelude.author.isEmpty, commit.prelude.note.isEmpty else {
            return false
        }
        if written.isEmpty { return commit.isCopied }
        // The first consumer brings the settings of the history with it.
        let history = head.catalog[Format.historyEntity]?.schema.number
        return written.contains { entities.contains($0.key.entity) }
            && written.allSatisfy {
                entities.contains($0.key.entity) || $0.key.entity == history
            }
    }

    private var storage: HistoryStorage {
        HistoryStorage(head: head, base: base, externals: externals)
    }

    // MARK: Changes

    /// A row that a commit has written.
    private struct WrittenRow {
        let key: RowKey
        /// The place of the last record; ``Position/none`` for a tombstone.
        var position: Position
        /// Whether the commit has written the row more than once.
        var isRepeated = false
    }

    /// Returns the rows that a commit has written, in the order of their first records.
    private func writtenRows(of commit: LogWalk.Commit) throws(StoreError) -> [WrittenRow] {
        // A commit may write an object more than once. Its change leads from the first record to
        // the last.
        var places: [RowKey: Int] = [:]
        var written: [WrittenRow] = []
        let catalog = head.catalog
        try commit.forEachRecord(in: head) { record, position in
            let key = RowKey(record, catalog)
            let position = record.kind == .tombstone ? .none : position
            if let place = places[key] {
                written[place].position = position
                written[place].isRepeated = true
            } else {
                places[key] = written.count
                written.append(WrittenRow(key: key, position: position))
            }
        }
        return written
    }

    /// Returns the changes of rows that are told, and notes the new places of all rows.
    private mutating func takeChanges(_ written: [WrittenRow]) -> [RecordChange] {
        var changes: [RecordChange] = []
        changes.reserveCapacity(written.count)
        for row in written {
            let (key, position) = (row.key, row.position)
            let old = latest[key] ?? former.position(of: key)
            latest[key] = position
            if key.entity == .externalValue {
                externals[key.row] = position
            } else if told.contains(key.entity), old != .none || position != .none {
                changes.append(
                    RecordChange(key, from: old, to: position, isRepeated: row.isRepeated))
            }
        }
        return changes
    }

    // MARK: Errors

    private static func gone(
        behind commit: CommitNumber, _ horizon: CommitNumber?, _ head: DatabaseSnapshot
    ) -> StoreError {
        let horizon = horizon ?? head.commit
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

extension CommitDigest {
    /// Returns whether `former` is the digest of the previous commit, which is part of every
    /// digest. A place in another history is thus found at the first commit after it.
    fileprivate func follows(_ former: CommitDigest) -> Bool {
        let records = UInt32(truncatingIfNeeded: rawValue >> 32)
        return CommitDigest(records: records, after: former) == self
    }
}

extension LogWalk.Commit {
    /// Calls `body` with each record of the commit and its position.
    /// - Parameter snapshot: Provides the file's path for errors.
    func forEachRecord(
        in snapshot: DatabaseSnapshot, _ body: (RecordView, Position) -> Void
    ) throws(StoreError) {
        for piece in pieces {
            var group = piece.records
            do throws(FormatError) {
                while let (record, offset) = try group.next() {
                    body(record, Position(piece.segment, offset: offset))
                }
            } catch {
                throw StoreError(error, file: snapshot.path(of: piece.segment))
            }
        }
    }
}
