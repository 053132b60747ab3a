internal import NacreEngine

/// Checking, saving and copying stores: see <doc:KeepingDataSafe>.
extension Store {
    /// A closure that is called with the bytes processed so far and in total. An error that it
    /// throws ends the work.
    public typealias Progress = (_ done: Int, _ total: Int) throws -> Void

    /// Reads and checks every byte of a store, which may be open, in this process or another.
    /// Changes nothing. If the task is cancelled, the check ends with `CancellationError`.
    /// - Parameters:
    ///   - path: The path of the store's directory.
    ///   - deep: Whether to rebuild all indexes from the log and to compare them with those that
    ///     the store shows when it is opened.
    ///   - progress: Called now and then.
    /// - Returns: A report of every defect, not only the first. Damage is reported, not thrown.
    /// - Throws: ``StoreError``: `storeNotFound`, `notAStore`, `unsupportedFormat`, `io`.
    public static func verify(
        at path: String, deep: Bool = false, progress: Progress = { _, _ in }
    ) throws -> IntegrityReport {
        try IntegrityChecker(path: path, isDeep: deep).run { done, total in
            try Task.checkCancellation()
            try progress(done, total)
        }
    }

    /// Reads and checks every byte of a store, and then reads every object of a schema's types.
    /// Objects that their type cannot read are among the report's defects. The rest is as in
    /// ``verify(at:deep:progress:)``.
    /// - Parameters:
    ///   - path: The path of the store's directory.
    ///   - schema: The types. A plan has to have run already.
    ///   - deep: Whether to rebuild all indexes from the log.
    ///   - progress: Called now and then while bytes are checked.
    /// - Returns: A report of every defect. If bytes are damaged, no objects are read.
    /// - Throws: Those errors, and `schemaMismatch` if the types cannot read the store at all.
    public static func verify(
        at path: String, _ schema: Schema, deep: Bool = false,
        progress: Progress = { _, _ in }
    ) throws -> IntegrityReport {
        var report = try verify(at: path, deep: deep, progress: progress)
        guard report.isSound else { return report }
        let store = try Store(at: path, schema, options: .readOnly)
        defer { try? store.close() }
        let check = ObjectCheck(try store.database.snapshot())
        store.registry.accept(check)
        for problem in check.problems { report.add(problem) }
        return report
    }

    /// Copies the readable content of a damaged store into a new one. The damaged store is only
    /// read, and must not be written to meanwhile. If the task is cancelled, the work ends with
    /// `CancellationError` and leaves no new store.
    /// - Parameters:
    ///   - path: The path of the damaged store's directory. Its manifest and some of its segments
    ///     may be missing.
    ///   - destination: The path of the new store: an empty directory, or none yet.
    ///   - progress: Called now and then.
    /// - Returns: A report of the objects that were kept, and of the known losses. Damage is
    ///   reported, not thrown.
    /// - Throws: ``StoreError``: `storeNotFound`, `notAStore`, `locked` if another process makes or
    ///   uses a store at the destination, `notPermitted` if a file may not be read, which is no
    ///   loss, `unsupportedFormat`, `io`, `diskFull`.
    @discardableResult
    public static func salvage(
        from path: String, to destination: String, progress: Progress = { _, _ in }
    ) throws -> SalvageReport {
        try Salvager(from: path, to: destination).run { done, total in
            try Task.checkCancellation()
            try progress(done, total)
        }
    }

    /// Opens the readable content of a damaged store, for reading only, so that you can look at it
    /// before deciding anything. This is a ``salvage(from:to:progress:)`` into memory, and takes as
    /// much memory as the store has live bytes. The damaged store is only read, and must not be
    /// written to meanwhile.
    ///
    /// A store whose checkpoint is sound can also be opened with ``Options/readOnly``, which takes
    /// no such memory: damaged objects throw `corrupt` when they are read.
    /// - Parameters:
    ///   - path: The path of the damaged store's directory.
    ///   - types: The entities to be used.
    ///   - progress: Called now and then.
    /// - Returns: The store, and a report of what is known to be missing from it.
    /// - Throws: ``StoreError``: `storeNotFound`, `notAStore`, `unsupportedFormat`, `io`,
    ///   `schemaMismatch`.
    public static func degraded(
        at path: String, _ types: any Entity.Type..., progress: Progress = { _, _ in }
    ) throws -> (store: Store, report: SalvageReport) {
        try degraded(at: path, Schema(types), progress: progress)
    }

    /// Opens the readable content of a damaged store with the types of a schema, for reading only;
    /// see the method that takes the types one by one.
    public static func degraded(
        at path: String, _ schema: Schema, progress: Progress = { _, _ in }
    ) throws -> (store: Store, report: SalvageReport) {
        let files = MemoryFileSystem()
        let copy = "\(path) (what is readable)"
        let report = try Salvager(from: path, to: copy, files: files).run { done, total in
            try Task.checkCancellation()
            try progress(done, total)
        }
        let options = Options.readOnly.running(schema)
        return (try Store(at: copy, options, schema.types, fileSystem: files), report)
    }

    /// Brings a backup directory to the present state of this store while readers and changes go
    /// on. The backup contains everything that was committed before the call. Segments that it
    /// already has are not copied again. If the task is cancelled, the work ends with
    /// `CancellationError` and leaves the backup as it was.
    /// - Parameters:
    ///   - destination: The path of the backup: an earlier backup of this store, an empty
    ///     directory, or none yet.
    ///   - verifying: Whether to check the copied bytes, and the whole backup at the end.
    ///   - keepingHistory: Whether the backup has the former states that this store keeps. Without
    ///     them it has only the present objects. It has the history policies, and as a store it
    ///     keeps states from its newest commit on. Marks are left out, and consumers are dropped.
    ///     Later backups to the same place may decide otherwise.
    ///   - progress: Called now and then.
    /// - Throws: ``StoreError``: `notAStore` for a directory that is something else, or was written
    ///   to; `corrupt` if the store is damaged, and then the backup is as it was; `locked`, `io`,
    ///   `diskFull`, `closed`, and `nestedChanges` inside a change.
    @discardableResult
    public func backup(
        to destination: String, verifying: Bool = true, keepingHistory: Bool = true,
        progress: Progress = { _, _ in }
    ) throws -> BackupReport {
        try database.backup(
            to: destination, verifies: verifying, keepsHistory: keepingHistory
        ) { done, total in
            try Task.checkCancellation()
            try progress(done, total)
        }
    }
}
