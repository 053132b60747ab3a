internal import NacreFormat

/// Writes the commits of another store.
extension Database {
    /// Runs a closure like `performChanges`, and writes its changes as a commit with a given
    /// number, time, author and note, even if nothing changes. The one entrance for copies of
    /// histories, which are made in a new store without maintenance of its own.
    ///
    /// The number is the one after the newest commit. That of a state may be higher: the commits in
    /// between are then missing, as after a compaction. A store whose first commit is a state has
    /// no states before it.
    /// - Throws: `invalidValue` if the number does not follow.
    @discardableResult
    package func performChanges<Result>(
        as stamp: CommitStamp, _ body: (Changes) throws -> Result
    ) throws -> Result {
        let isFirst = try withWriter { $0.lastCommit == .none }
        var end: Position?
        let result = try writeChanges(
            author: stamp.author, note: stamp.note, stamp: stamp, awaited: &end, body)
        if let end { try syncer?.wait(for: end) }
        if isFirst, stamp.isState { try beginHistory(with: stamp.number) }
        return result
    }

    /// Notes in the manifest that no state before the first commit exists.
    private func beginHistory(with first: CommitNumber) throws {
        // The manifest says nothing about commits that a power cut could undo.
        try sync()
        try withWriter { writer in
            do throws(FileError) {
                if writer.log.active.hasCommit { try writer.roll() }
                let segments = writer.log.manifest.segments.map { ($0.number, first) }
                try writer.replace(
                    [], by: [], raising: Dictionary(uniqueKeysWithValues: segments))
            } catch {
                throw writer.recordFailure(error)
            }
        }
    }
}
