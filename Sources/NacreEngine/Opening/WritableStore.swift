internal import NacreFormat

/// A store as its next writer finds it: read from its files, and not changed. The writer and the
/// check of a store's integrity both read it here, so they cannot come to different verdicts.
struct WritableStore {
    let loaded: LoadedStore
    let pool: NodePool
    let slabs: NodeSlabs
    let leftovers: Leftovers

    /// - Parameter files: of the store.
    /// - Throws: `corrupt` if there can be no writer before the store is restored or salvaged.
    init(
        _ manifest: Manifest, _ files: SegmentFiles, _ loader: (NodePool) -> StoreLoader
    ) throws(StoreError) {
        let slabs = NodeSlabs()
        let pool = NodePool(slabs: slabs)
        var loaded = try loader(pool).load(manifest)
        // A recovery copies frames of the log. Where it cannot read what a checkpoint made it
        // needless to read, the log alone decides.
        if !Recovery.canRead(loaded) { loaded = try loader(pool).loadLog(manifest) }
        leftovers = try Self.leftovers(behind: loaded, files)
        self.loaded = loaded
        self.pool = pool
        self.slabs = slabs
    }

    /// Segments that the manifest does not name were left by a crash before it was published, or
    /// before they were removed. Neither leaves commits that the named ones lack, so one that has
    /// some says that the manifest is not the newest. Except in a backup that was being brought up
    /// to date: copied segments take their places before the manifest does.
    static func leftovers(
        behind loaded: LoadedStore, _ files: SegmentFiles
    ) throws(StoreError) -> Leftovers {
        let directory = files.directory
        let newest: (name: String, commit: CommitNumber)
        do throws(FileError) {
            let leftovers = try Leftovers(
                directory, manifest: loaded.manifest, isReadOnly: files.isReadOnly)
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
                + " the newest one. Nothing was changed; restore the newest.",
            file: "\(directory.path)/\(newest.name)")
    }
}
