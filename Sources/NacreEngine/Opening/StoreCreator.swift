internal import NacreFormat

/// Creates an empty store in a directory that is empty or holds the remains of an interrupted
/// creation.
struct StoreCreator {
    let directory: any StoreDirectory
    let environment: Environment

    func create() throws -> Manifest {
        try clear()
        let manifest = Manifest(
            storeID: StoreID(high: environment.random(), low: environment.random()),
            generation: 1,
            hashKey: HashKey(low: environment.random(), high: environment.random()),
            segments: [], active: SegmentNumber.first)
        let header = SegmentHeader(
            number: SegmentNumber.first, storeID: manifest.storeID, salt: environment.random(),
            created: environment.now(), origin: .log, predecessor: nil,
            lastCommitBefore: CommitNumber(0))
        let segment = try SegmentWriter(creating: header, in: directory)
        try segment.sync(.newSegment)
        try directory.sync(.newSegmentEntry)
        // Done before the manifest: a creation whose manifest exists is never resumed.
        try directory.syncParent(.storeEntry)
        try ManifestStore(directory: directory).publish(manifest)
        return manifest
    }

    private func clear() throws {
        for name in try leftovers() { try directory.remove(name) }
    }

    /// Returns the files that an interrupted creation has left. Refuses a directory that holds
    /// anything else, so that no foreign files are taken for an empty store.
    func leftovers() throws -> [String] {
        let names = try directory.list()
        let isUnfinished = names.contains { name in
            FileName.isUnfinished(name) || name == FileName.backup || name == FileName.nextBackup
        }
        if isUnfinished {
            throw try ManifestStore(directory: directory).absence()
        }
        return try names.filter { name in
            if name == FileName.lock || name == FileName.reserve { return false }
            let isBeginning = try directory.isBeginning(name)
            if isBeginning || name == FileName.nextManifest { return true }
            let isOfStore =
                FileName.segmentNumber(name) != nil || FileName.checkpointNumber(name) != nil
                || FileName.runNumber(name) != nil
            throw StoreError(
                isOfStore ? .corrupt : .notAStore,
                isOfStore
                    ? "The directory holds files of a store but no manifest. Nothing was changed;"
                        + " restore the manifest from a backup."
                    : "The directory is not empty and not a store: it holds '\(name)'. Choose"
                        + " another path.",
                file: directory.path)
        }
    }
}
