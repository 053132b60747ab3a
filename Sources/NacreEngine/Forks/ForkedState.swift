internal import NacreFormat

/// A state of a store that is to be forked: what the fork has of it, and what it leaves out.
struct ForkedState {
    /// The digest of the state's commit.
    let digest: CommitDigest
    let settings: ForkedSettings
    /// The records of entities of which the state is not kept.
    let left: ErasedRecords
    /// The names of these entities.
    let emptyEntities: [String]

    /// - Parameters:
    ///   - database: A store that nothing else uses.
    ///   - path: The path of the store for errors.
    /// - Throws: `historyGone`, `invalidValue` for a commit that does not exist yet,
    ///   `uniqueViolation` if the state does not keep the present rules on unique values.
    init(of database: Database, at commit: CommitNumber, _ path: String) throws {
        let head = try database.snapshot()
        let found = try database.foundHistory(of: head)
        let kept: KeptEntities
        do {
            digest = try found.snapshot(at: commit).digest
            kept = try found.keptEntities(at: commit)
        } catch let error as StoreError where [.historyGone, .invalidValue].contains(error.code) {
            throw StoreError(error.code, error.message, file: path)
        }
        try found.checkUniqueValues(at: commit, path)
        var stretches: [ErasedStretch] = []
        var names: [String] = []
        for schema in head.catalog.all.map(\.schema) where !kept.all.contains(schema.number) {
            let own = try found.records.wholeStretches(of: schema.number)
            if !own.isEmpty, !schema.isOwn { names.append(schema.name) }
            stretches += own
        }
        left = try ErasedRecords(
            stretches.map { Erasure(stretch: $0, value: nil) }, in: found.records)
        emptyEntities = names
        settings = try ForkedSettings(head, at: commit, digest, kept: kept.all)
    }
}

extension RecordHistory {
    /// Returns all times of the rows of an entity.
    fileprivate func wholeStretches(of entity: EntityNumber) throws -> [ErasedStretch] {
        var rows: Set<RowNumber> = []
        try forEachRecord(of: entity) { row, _ in rows.insert(row) }
        return rows.sorted().map { row in
            ErasedStretch(entity: entity, row: row, commits: .none...CommitNumber(.max))
        }
    }
}

extension FoundHistory {
    /// Checks that a state keeps the present rules on unique values.
    /// - Parameter path: The path of the store for errors.
    fileprivate func checkUniqueValues(at commit: CommitNumber, _ path: String) throws {
        guard commit < records.snapshot.commit else { return }
        do {
            try PastTrees(keptEntities(at: commit), at: commit, in: records).checkUniqueValues()
        } catch let error as StoreError where error.code == .corrupt {
            throw StoreError(
                .uniqueViolation,
                "The state after commit \(commit) has equal values that are unique by now, so it"
                    + " cannot be a store with the present schemas. Fork at a later commit.",
                file: path, cause: error.cause)
        }
    }
}
