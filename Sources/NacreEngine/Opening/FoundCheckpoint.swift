internal import NacreFormat

/// What opening a store found where its manifest names a checkpoint, as far as it came.
struct FoundCheckpoint {
    /// Its header is sound, and of this store.
    private(set) var file: CheckpointFile?
    private(set) var info: CheckpointInfo?
    /// Why it is not used.
    var problem: String?

    /// - Parameter files: where to find the segments; nil to leave them alone, so that what is
    ///   damaged cannot be made anew.
    /// - Returns: the state that the checkpoint holds, and the segments that it holds everything
    ///   of: the first ones of the manifest.
    mutating func load(
        _ number: UInt32, _ manifest: Manifest, _ directory: any StoreDirectory, _ pool: NodePool,
        segmentsIn files: SegmentFiles?
    ) throws(StoreError) -> (LoadedCheckpoint, [MappedBytes]) {
        let file = try CheckpointFile(number, in: directory, storeID: manifest.storeID)
        self.file = file
        let sections = try file.sections()
        let info = try file.info(sections)
        self.info = info
        if let mismatch = info.mismatch(with: manifest) {
            throw StoreError(.corrupt, "The checkpoint is of no use: \(mismatch).")
        }
        try file.check(sections, covering: info.coveredNumbers)
        let (catalog, keys) = try file.reading { () throws(FormatError) in
            let catalog = try CheckpointCatalog(file, sections)
            let keys = CheckpointKeys(file.header, IDKey(manifest.hashKey), catalog.catalog)
            // An index whose keys have changed is made anew from the log, if there is one.
            try keys.check(isForAll: files == nil)
            return (catalog, keys)
        }
        let segments = try files?.mapCovered(info.covered, of: manifest) ?? []
        let blocks = CheckpointBlocks(file.mapping, sections, covering: info.coveredNumbers, keys)
        if let log = CheckpointLog(info.covered, of: manifest, segments, in: directory) {
            blocks.setReplay(log.replay)
        }
        // Before there are nodes above its blocks.
        pool.use(blocks)
        let checkpoint = try LoadedCheckpoint(file, sections, info, catalog, blocks, pool)
        // Within the last one the log goes on: it is replayed.
        return (checkpoint, segments.dropLast())
    }
}
