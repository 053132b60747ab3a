internal import NacreFormat

/// Makes the parts of an open store.
extension LoadedStore {
    private var head: Version.Head {
        Version.Head(roots: roots, trees: trees, unbuilt: unbuilt, catalog: catalog)
    }

    /// The numbers of the runs of full-text indexes that the manifest's checkpoint names; nil if
    /// there is such a checkpoint and it was not used.
    var runsInUse: [UInt32]? {
        if manifest.checkpoint == nil { return [] }
        return checkpointBlocks == nil ? nil : checkpointInfo?.runs
    }

    /// Makes the full-text indexes of the checkpoint known to the versions of the store.
    /// - Parameter version: The version that was read.
    func offerSearches(to version: Version, in directory: any StoreDirectory) {
        guard let checkpointSearches, let checkpointInfo else { return }
        let count = catalog.searches.count(where: \.isExact)
        if count == 0 { return }
        // A recovery may have replaced what the checkpoint covers.
        let isCovered = checkpointInfo.mismatch(with: manifest) == nil
        let saved = SavedSearches(
            checkpointSearches, isCovered: isCovered, for: version, in: directory)
        version.context.searches.setSource(of: count) { saved.base(of: $0) }
    }

    /// Returns the newest commit as a version, for a store opened for reading only.
    func version(stamp: UInt64, _ context: StoreContext) -> Version {
        Version(
            stamp: stamp, commit: lastCommit, time: lastTime, digest: lastDigest, head: head,
            segments: segments, usage: usage, logEnd: logEnd, context: context)
    }

    /// Returns the log, ready for writing.
    func log(
        in directory: any StoreDirectory, _ environment: Environment, _ syncer: Syncer,
        _ reserve: DiskReserve
    ) throws(FileError) -> Log {
        try Log(
            manifest, segments, continuing: active.header, at: logEnd, directory: directory,
            environment: environment, syncer: syncer, reserve: reserve)
    }

    /// The state that the writer starts with.
    var writerStart: Writer.Start {
        Writer.Start(
            head: head, rows: roots.indices.map(rowAllocator), usage: usage, commit: lastCommit,
            time: lastTime, digest: lastDigest,
            checkpoint: checkpointProblem == nil ? checkpointInfo : nil,
            checkpointBlocks: checkpointBlocks, isBeyondCheckpoint: isBeyondCheckpoint)
    }

    private func rowAllocator(of entity: Int) -> RowAllocator {
        entity < freeRows.count
            ? RowAllocator(freeRows[entity])
            : RowAllocator(scanning: roots[entity].rows, below: roots[entity].rowsEnd)
    }
}
