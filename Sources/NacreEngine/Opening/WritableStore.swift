internal import NacreFormat

/// A store as its next writer finds it, read from its files without changes. Both the writer and
/// the integrity check read it here, so they cannot reach different verdicts.
struct WritableStore {
    let loaded: LoadedStore
    let pool: NodePool
    let slabs: NodeSlabs
    let leftovers: Leftovers

    /// Reads the store.
    /// - Parameter files: The store's segment files.
    /// - Throws: `corrupt` if no writer can open the store until it is restored or salvaged.
    init(
        _ manifest: Manifest, _ files: SegmentFiles, _ loader: (NodePool) -> StoreLoader
    ) throws(StoreError) {
        let slabs = NodeSlabs()
        let pool = NodePool(slabs: slabs)
        var loaded = try loader(pool).load(manifest)
        // A recovery keeps the frames of the active segment before the tail. If those that a
        // checkpoint made unnecessary to read are damaged, the log alone decides.
        if !Recovery.canRely(on: loaded) { loaded = try loader(pool).loadLog(manifest) }
        leftovers = try Self.leftovers(behind: loaded, files)
        self.loaded = loaded
        self.pool = pool
        self.slabs = slabs
    }

    /// Returns the leftovers. Segments that the manifest does not name come from a crash before the
    /// manifest was published, or before they were removed. In neither case do they have commits
    /// that the named ones lack. If one does, the manifest is not the newest. The exception is a
    /// backup that was being updated: copied segments take their places before the manifest does.
    static func leftovers(
        behind loaded: LoadedStore, _ files: SegmentFiles
    ) throws(StoreError) -> Leftovers {
        let directory = files.directory
        let newest: (name: String, commit: CommitNumber)
        do throws(FileError) {
            let leftovers = try Leftovers(
                directory, manifest: loaded.manifest, runsInUse: loaded.runsInUse,
                isReadOnly: files.isReadOnly)
            guard let found = leftovers.segments.newest(countingCopies: false),
                found.commit > loaded.lastCommit,
                try BackupMark.read(in: directory)?.isBetween(loaded.manifest) != true
            else { return leftovers }
            newest = found
        } catch {
            throw StoreError(error)
        }
        throw StoreError(
            .corrupt,
            "A segment that the manifest does not name holds newer commits: the manifest is not"
                + " the newest one. Nothing was changed; restore the newest manifest.",
            file: "\(directory.path)/\(newest.name)")
    }
}
