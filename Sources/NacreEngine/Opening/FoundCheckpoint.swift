internal import NacreFormat

/// The parts of the checkpoint named by the manifest, as far as they could be loaded.
struct FoundCheckpoint {
    /// The file, if its header is sound and belongs to this store.
    private(set) var file: CheckpointFile?
    private(set) var info: CheckpointInfo?
    /// The reason why the checkpoint is not used.
    var problem: String?

    /// Loads a checkpoint.
    /// - Parameter files: The segment files; nil to leave them alone, in which case damaged blocks
    ///   cannot be rebuilt.
    /// - Returns: The state in the checkpoint, and the segments that it covers entirely, which are
    ///   the first ones of the manifest.
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
            throw StoreError(.corrupt, "The checkpoint cannot be used: \(mismatch).")
        }
        try file.check(sections, covering: info.coveredNumbers)
        let (catalog, keys) = try file.reading { () throws(FormatError) in
            let catalog = try CheckpointCatalog(file, sections)
            let keys = CheckpointKeys(file.header, IDKey(manifest.hashKey), catalog.catalog)
            // An index whose keys have changed is rebuilt from the log, if there is one.
            try keys.check(isForAll: files == nil)
            return (catalog, keys)
        }
        let segments = try files?.mapCovered(info.covered, of: manifest) ?? []
        let blocks = CheckpointBlocks(file.mapping, sections, covering: info.coveredNumbers, keys)
        if let log = CheckpointLog(info.covered, of: manifest, segments, in: directory) {
            blocks.setReplay(log.replay)
        }
        // Set before any nodes lead to its blocks.
        pool.use(blocks)
        let checkpoint = try LoadedCheckpoint(file, sections, info, catalog, blocks, pool)
        // The log continues within the last covered segment, so that one is replayed.
        return (checkpoint, segments.dropLast())
    }
}
