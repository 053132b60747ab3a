internal import NacreFormat

/// What opening a store found where its manifest names a checkpoint, as far as it came.
struct FoundCheckpoint {
    /// Its header is sound, and of this store.
    private(set) var file: CheckpointFile?
    private(set) var info: CheckpointInfo?
    /// Why it is not used.
    var problem: String?

    /// What is read alongside the sections.
    private final class Alongside: @unchecked Sendable {
        // SAFETY: written by one lane alone, and read when all of them have ended.
        var catalog: CheckpointCatalog?
        var keys: CheckpointKeys?
        var segments: [MappedBytes] = []
        var failure: StoreError?

        func run(_ body: (Alongside) throws(StoreError) -> Void) {
            do { try body(self) } catch { failure = error }
        }
    }

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
        let idKey = IDKey(manifest.hashKey)
        let alongside = Alongside()
        let loader = SectionLoader(file: file, sections: sections, covered: info.coveredNumbers)
        let loaded = try loader.run(pool: pool) {
            alongside.run { made throws(StoreError) in
                (made.catalog, made.keys) = try file.reading { () throws(FormatError) in
                    let catalog = try CheckpointCatalog(file, sections)
                    let keys = CheckpointKeys(file.header, idKey, catalog.catalog)
                    // An index whose keys have changed is made anew from the log, if there is one.
                    try keys.check(isForAll: files == nil)
                    return (catalog, keys)
                }
                made.segments = try files?.mapCovered(info.covered, of: manifest) ?? []
            }
        }
        if let failure = alongside.failure { throw failure }
        guard let catalog = alongside.catalog, let keys = alongside.keys else {
            preconditionFailure("a lane was lost")
        }
        let blocks = CheckpointBlocks(file.mapping, sections, covering: info.coveredNumbers, keys)
        let log = CheckpointLog(info.covered, of: manifest, alongside.segments, in: directory)
        if let log { blocks.setLog(log) }
        let checkpoint = try LoadedCheckpoint(
            file, sections, loaded, info, catalog, blocks)
        // Within the last one the log goes on: it is replayed.
        return (checkpoint, alongside.segments.dropLast())
    }
}
