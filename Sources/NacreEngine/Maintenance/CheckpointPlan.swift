internal import NacreFormat

/// The parameters of a checkpoint that is about to be written. Making them is the only step that
/// needs the writer.
struct CheckpointPlan {
    let number: UInt32
    let version: Version
    let covered: [CoveredSegment]
    let keyProbe: UInt64
    /// The segment that the version's commit ends in, if it is still the active one.
    let active: (any StoreFile)?
    let syncer: Syncer

    /// Maximum size of a tree entry, in bytes.
    static let entrySizeMax = 12

    var name: String { FileName.checkpoint(number) }

    /// Makes the log that the checkpoint depends on durable.
    func syncLog() throws(FileError) {
        guard let active, syncer.synced < version.end else { return }
        try syncer.sync(active, through: version.end, .logBeforeCheckpoint)
    }

    /// Writes the file. If that fails, no file is left.
    /// - Parameter searches: The full-text indexes, whose runs are in their files.
    /// - Returns: The facts about the file.
    func write(
        _ searches: [CheckpointSearch], in directory: any StoreDirectory
    ) throws(FileError) -> CheckpointInfo {
        let file = try directory.create(name)
        do throws(FileError) {
            let size = try CheckpointWriter(
                version, covered: covered, keyProbe: keyProbe, searches: searches, file: file
            ).run()
            try directory.sync(.checkpointEntry)
            return CheckpointInfo(
                number: number, size: size, commit: version.commit, covered: covered,
                runs: searches.runNumbers)
        } catch {
            try? directory.remove(name)
            throw error
        }
    }
}

extension Writer {
    /// Makes the plan of a checkpoint.
    /// - Returns: The plan; nil if a compaction has replaced segments that the version leads into.
    func checkpointPlan(of version: Version) throws -> CheckpointPlan? {
        guard let covered = coveredSegments(version) else { return nil }
        let known = try log.directory.list().compactMap(FileName.checkpointNumber)
        let last = (known + [log.manifest.checkpoint ?? 0]).max() ?? 0
        guard last < .max else {
            throw StoreError(.limitReached, "All checkpoint numbers are used up.")
        }
        let most = version.trees.map(\.count).max() ?? 0
        let rows = version.roots.map { max(Int($0.rowsEnd), $0.ids.count) }.max() ?? 0
        guard max(most, rows) < PackedTopFields.reach / CheckpointPlan.entrySizeMax else {
            throw StoreError(
                .limitReached, "An entity has more objects than a checkpoint can hold.")
        }
        return CheckpointPlan(
            number: last + 1, version: version, covered: covered, keyProbe: idKey.probe,
            active: log.active.number == version.end.segment ? log.active.file : nil,
            syncer: log.syncer)
    }

    /// Returns the segments of the log up to the end of the version's commit.
    private func coveredSegments(_ version: Version) -> [CoveredSegment]? {
        let end = version.end
        let before = log.manifest.segments.prefix { $0.number != end.segment }
        let lengths = before.map { ($0.number, Int($0.length)) } + [(end.segment, end.offset)]
        let covered = lengths.map { CoveredSegment($0.0, length: $0.1, version.usage[$0.0]) }
        let isThere = before.count < log.manifest.segments.count || end.segment == log.active.number
        guard isThere, covered.map(\.number).sorted() == version.segments.allNumbers else {
            return nil
        }
        return covered
    }

    /// Names a checkpoint in the manifest, and removes the former one.
    /// - Returns: false if a compaction has replaced segments meanwhile.
    func publish(_ checkpoint: CheckpointInfo) throws(StoreError) -> Bool {
        try checkSound()
        guard checkpoint.mismatch(with: log.manifest) == nil else { return false }
        let former = log.manifest.checkpoint
        do throws(FileError) {
            try log.name(checkpoint: checkpoint.number, last: lastCommit)
        } catch {
            // The manifest on disk may name either checkpoint.
            throw recordFailure(error)
        }
        self.checkpoint = checkpoint
        checkpointBlocks = nil
        failedCheckpoint = nil
        // Processes that have it open keep it.
        if let former { try? log.directory.remove(FileName.checkpoint(former)) }
        return true
    }

    var checkpointPolicy: CheckpointPolicy {
        let active = log.active.cursor.offset
        let none = CheckpointInfo(
            number: 0, size: 0, commit: CommitNumber(0), covered: [], runs: [])
        // A damaged checkpoint counts as none, because every opening has to rebuild it.
        let sound = checkpointBlocks?.problem == nil ? checkpoint : nil
        return CheckpointPolicy(
            bytesBehind: (sound ?? none).bytesBehind(log.manifest, active: active),
            size: UInt64(sound?.size ?? 0), isVoid: sound?.mismatch(with: log.manifest) != nil,
            failed: failedCheckpoint)
    }
}
