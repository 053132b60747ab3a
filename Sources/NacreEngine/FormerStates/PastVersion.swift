internal import NacreFormat

/// Makes former states of a store.
extension FoundHistory {
    /// Returns the state after a commit, as a snapshot that can be read like any other. Its rows
    /// and indexes are those of the present one, with the changes since taken back. They share the
    /// nodes that no change since has touched, so the time and the memory grow with what has
    /// changed, not with the store. Each index but that of the ids is made when it is first read.
    ///
    /// The present schemas apply: records of then are read as if they were still stored.
    /// - Throws: `historyGone`, `corrupt`.
    func snapshot(at number: CommitNumber) throws -> DatabaseSnapshot {
        let snapshot = records.snapshot
        let version = snapshot.version
        let kept = try keptEntities(at: number)
        if number == version.commit { return snapshot }
        guard let commit = origin(number) else { throw gone(number, kept.horizon) }
        let past = try PastTrees(kept, at: number, in: records)
        return DatabaseSnapshot(
            version: Version(
                stamp: version.stamp, commit: number, time: commit.time, digest: commit.digest,
                head: Version.Head(
                    roots: past.roots, trees: [], unbuilt: version.unbuilt,
                    catalog: version.catalog.keeping(kept.all)),
                segments: past.segments, usage: version.usage, logEnd: version.logEnd,
                context: version.context, basis: version, columns: ColumnStore(),
                nodes: past.slabs,
                lateTrees: LateTrees(count: version.catalog.treeCount, past.tree)),
            label: snapshot.label, limit: snapshot.limit)
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
}
