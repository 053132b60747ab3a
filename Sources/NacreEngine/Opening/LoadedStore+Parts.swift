internal import NacreFormat

/// Makes the parts of an open store.
extension LoadedStore {
    private var head: Version.Head {
        Version.Head(roots: roots, trees: trees, unbuilt: unbuilt, catalog: catalog)
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
