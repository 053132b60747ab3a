internal import NacreEngine

/// Checking, saving and copying stores: see <doc:KeepingDataSafe>.
extension Store {
    /// Called with the bytes done so far and in all. What it throws ends the work.
    public typealias Progress = (_ done: Int, _ total: Int) throws -> Void

    /// Reads and checks every byte of a store, which may be open, here or in another process.
    /// Changes nothing. A task that is cancelled ends it with `CancellationError`.
    /// - Parameters:
    ///   - path: of the store's directory.
    ///   - deep: whether to build all indexes from the log and to compare them with those that the
    ///     store shows when it is opened.
    ///   - progress: called now and then.
    /// - Returns: every defect, not only the first. Damage is no reason to throw.
    /// - Throws: ``StoreError``: `notFound`, `notAStore`, `unsupportedFormat`, `io`.
    public static func verify(
        at path: String, deep: Bool = false, progress: Progress = { _, _ in }
    ) throws -> IntegrityReport {
        try IntegrityChecker(path: path, isDeep: deep).run { done, total in
            try Task.checkCancellation()
            try progress(done, total)
        }
    }

    /// Takes what is readable of a damaged store into a new one. The damaged one is only read, and
    /// must not be written to meanwhile. A task that is cancelled ends it with `CancellationError`
    /// and leaves no new store.
    /// - Parameters:
    ///   - path: of the damaged store's directory. Neither its manifest nor all of its segments
    ///     need be there.
    ///   - destination: of the new store: an empty directory, or none yet.
    ///   - progress: called now and then.
    /// - Returns: what was kept, and what is known to be lost. Damage is no reason to throw.
    /// - Throws: ``StoreError``: `notFound`, `notAStore`, `locked` if another process makes or uses
    ///   a store at the destination, `notPermitted` if a file may not be read, which is no loss,
    ///   `unsupportedFormat`, `io`, `diskFull`.
    @discardableResult
    public static func salvage(
        from path: String, to destination: String, progress: Progress = { _, _ in }
    ) throws -> SalvageReport {
        try Salvager(from: path, to: destination).run { done, total in
            try Task.checkCancellation()
            try progress(done, total)
        }
    }

    /// Opens what is readable of a damaged store, for reading only: for looking at what there is
    /// before anything is decided. It is a ``salvage(from:to:progress:)`` into memory, and takes as
    /// much of it as the store has live bytes. The damaged store is only read, and must not be
    /// written to meanwhile.
    ///
    /// A store whose checkpoint is sound can be opened with ``Options/readOnly`` as well, and takes
    /// no memory then: objects that are damaged throw `corrupt` when they are read.
    /// - Parameters:
    ///   - path: of the damaged store's directory.
    ///   - types: the entities to be used.
    ///   - progress: called now and then.
    /// - Returns: the store, and what is known not to be in it.
    /// - Throws: ``StoreError``: `notFound`, `notAStore`, `unsupportedFormat`, `io`,
    ///   `schemaMismatch`.
    public static func degraded(
        at path: String, _ types: any Entity.Type..., progress: Progress = { _, _ in }
    ) throws -> (store: Store, report: SalvageReport) {
        let files = MemoryFileSystem()
        let copy = "\(path) (what is readable)"
        let report = try Salvager(from: path, to: copy, files: files).run { done, total in
            try Task.checkCancellation()
            try progress(done, total)
        }
        return (try Store(at: copy, .readOnly, types, fileSystem: files), report)
    }

    /// Brings a directory to the present state of this store while readers and changes go on.
    /// Everything that was committed before is in the backup. Segments that it has already are not
    /// copied again. A task that is cancelled ends it with `CancellationError` and leaves the
    /// backup as it was.
    /// - Parameters:
    ///   - destination: of the backup: an earlier backup of this store, an empty directory, or none
    ///     yet.
    ///   - verifying: whether to check what is copied, and the whole backup at the end.
    ///   - progress: called now and then.
    /// - Throws: ``StoreError``: `notAStore` for a directory that is something else, or was written
    ///   to; `corrupt` if the store is damaged, and then the backup is as it was; `locked`, `io`,
    ///   `diskFull`, `closed`, and `nestedChanges` inside of a change.
    @discardableResult
    public func backup(
        to destination: String, verifying: Bool = true, progress: Progress = { _, _ in }
    ) throws -> BackupReport {
        try database.backup(to: destination, verifies: verifying) { done, total in
            try Task.checkCancellation()
            try progress(done, total)
        }
    }
}
