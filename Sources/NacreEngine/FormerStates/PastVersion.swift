internal import NacreFormat

/// Makes former states of a store.
extension FoundHistory {
    /// Returns the state after a commit, as a snapshot that can be read like any other. Its rows
    /// and indexes are those of the present one, with the changes since taken back. They share the
    /// nodes that no change since has touched, so the time and the memory grow with what has
    /// changed, not with the store.
    ///
    /// The present schemas apply: records of then are read as if they were still stored.
    /// - Throws: `historyGone`, `corrupt`.
    func snapshot(at number: CommitNumber) throws -> DatabaseSnapshot {
        let snapshot = records.snapshot
        let version = snapshot.version
        let kept = try keptEntities(at: number)
        if number == version.commit { return snapshot }
        guard let commit = origin(number) else { throw gone(number, kept.horizon) }
        let slabs = NodeSlabs()
        let pool = NodePool.beside(
            versionWith: version.stamp, over: version.context.packedLeafOwner, in: slabs)
        var builder = IndexBuilder(
            catalog: version.catalog,
            segments: version.segments.withoutMarks(rows: version.roots.map(\.rowsEnd)),
            path: version.context.path, idKey: version.idKey, pool: pool, rows: version.roots)
        builder.trees = version.trees
        builder.unbuilt = version.unbuilt
        builder.mayShareUniqueValues = true
        let changed = records.rowsChanged(after: number, through: version.commit)
        for (key, position) in zip(changed, try records.positions(of: changed, at: number))
        where key.entity == .externalValue || kept.all.contains(key.entity) {
            builder.roots[Int(key.entity.rawValue)].rows.set(
                key.row.rawValue, to: position.rawValue, pool: pool)
        }
        for definition in version.catalog.all
        where kept.all.contains(definition.schema.number) {
            try builder.reading {
                try builder.update(definition.built(in: version), from: version.roots)
            }
        }
        try version.checkSound()
        return DatabaseSnapshot(
            version: Version(
                stamp: version.stamp, commit: number, time: commit.time, digest: commit.digest,
                head: Version.Head(
                    roots: builder.roots, trees: builder.trees, unbuilt: version.unbuilt,
                    catalog: version.catalog.keeping(kept.all)),
                segments: builder.segments, usage: version.usage, logEnd: version.logEnd,
                context: version.context, basis: version, columns: ColumnStore(), nodes: slabs),
            label: snapshot.label, limit: snapshot.limit)
    }

    /// Returns the entities whose states after a commit are kept, and the oldest commit for which
    /// that holds of any.
    /// - Throws: `historyGone` if there is none, `invalidValue` for a commit that does not exist.
    func keptEntities(
        at number: CommitNumber
    ) throws -> (all: [EntityNumber], horizon: CommitNumber) {
        let snapshot = records.snapshot
        if number > snapshot.commit { throw unknown(number) }
        let settings = try HistorySettings(snapshot)
        let all = snapshot.catalog.all.map(\.schema.number)
        let newest = snapshot.commit
        let kept = all.filter { entity in
            settings.keeps(entity, at: number, newest: newest, purged: purged)
        }
        let horizon = settings.horizon(of: .externalValue, newest: newest, purged: purged)
        // An empty store has no entities, and no past.
        if kept.isEmpty, number < newest { throw gone(number, horizon) }
        return (kept, horizon)
    }

    /// Returns the oldest commit whose state of an entity is kept.
    func horizon(of entity: EntityNumber) throws -> CommitNumber {
        try HistorySettings(records.snapshot)
            .horizon(of: entity, newest: records.snapshot.commit, purged: purged)
    }

    /// Returns the newest commit that was made at a time or before it, in the order of the commits;
    /// 0 if there is none. The clock may have been set back between commits.
    /// - Parameter time: The time, in microseconds since 1970.
    func newestCommit(until time: Int64) -> CommitNumber {
        records.commits(after: .none).last { $0.time <= time }?.number ?? .none
    }

    /// Returns a commit, or the state before the first one.
    private func origin(_ number: CommitNumber) -> SegmentDirectory.Commit? {
        number > .none
            ? records.commit(number)
            : SegmentDirectory.Commit(
                number: number, time: 0, digest: .none,
                prelude: Prelude(author: "", note: ""), start: 0)
    }

    private func unknown(_ number: CommitNumber) -> StoreError {
        StoreError(
            .invalidValue,
            "There is no commit \(number) yet: the newest one is \(records.snapshot.commit).",
            file: records.snapshot.version.context.path)
    }

    private func gone(_ number: CommitNumber, _ horizon: CommitNumber) -> StoreError {
        StoreError(
            .historyGone,
            "The state after commit \(number) is no longer kept: compaction has dropped replaced"
                + " objects up to commit \(horizon), the oldest that can be read. To keep former"
                + " states, set a history policy.",
            file: records.snapshot.version.context.path)
    }
}

extension EntityDefinition {
    /// Returns the definition with the indexes whose trees a version has.
    fileprivate func built(in version: Version) -> EntityDefinition {
        if version.isAllBuilt { return self }
        return EntityDefinition(
            schema: schema, layout: layout, indexes: indexes.filter { version.isBuilt($0.slot) })
    }
}
