internal import NacreFormat

/// What opening a store found where its manifest names a checkpoint, as far as it came.
struct FoundCheckpoint {
    /// Its header is sound, and of this store.
    private(set) var file: CheckpointFile?
    private(set) var info: CheckpointInfo?
    /// Why it is not used.
    var problem: String?

    mutating func load(
        _ number: UInt32, _ manifest: Manifest, _ directory: any StoreDirectory, _ pool: NodePool
    ) throws(StoreError) -> LoadedCheckpoint {
        let file = try CheckpointFile(number, in: directory, storeID: manifest.storeID)
        self.file = file
        let sections = try file.sections()
        let info = try file.info(sections)
        self.info = info
        if let mismatch = info.mismatch(with: manifest) {
            throw StoreError(.corrupt, "The checkpoint is of no use: \(mismatch).")
        }
        let idKey = IDKey(manifest.hashKey)
        let loader = SectionLoader(file: file, sections: sections, covered: info.coveredNumbers)
        let (loaded, catalog) = try loader.run(pool: pool) { () throws(FormatError) in
            try CheckpointCatalog(file, sections, idKey: idKey)
        }
        return try LoadedCheckpoint(file, sections, loaded, info, catalog, pool: pool)
    }
}
