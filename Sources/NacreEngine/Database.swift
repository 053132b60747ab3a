internal import NacreFormat
internal import Synchronization

/// A store without types: opening, snapshots, changes, closing. One writer at a time; readers take
/// snapshots and never wait for it. Thread-safe.
///
/// Invariants:
/// 1. `published` is a version whose commit is durable.
/// 2. The writer is touched only while `writing` is locked.
package final class Database: Sendable {
    package let path: String
    package let isReadOnly: Bool
    /// What opening had to mend; nil after a clean close.
    package let recovery: RecoveryReport?
    private let directory: any StoreDirectory
    private let published: Mutex<Version?>
    private let idKey: IDKey
    private let writing = Mutex(())
    // SAFETY: only used while `writing` is locked.
    private nonisolated(unsafe) var writer: Writer?
    private let lock: (any FileLock)?
    /// The thread that is inside of `performChanges`, 0 if none is.
    private let changingThread = Atomic<UInt64>(0)

    package struct Options: Sendable {
        /// Changes no byte on disk, takes no lock, and may run beside a writer.
        package var isReadOnly = false
        /// Whether to make a store where there is none.
        package var createsStore = false
        /// In bytes; nil for the size that fits the store. Tests use tiny ones.
        package var segmentSizeNominal: Int?

        package init(
            isReadOnly: Bool = false, createsStore: Bool = false, segmentSizeNominal: Int? = nil
        ) {
            self.isReadOnly = isReadOnly
            self.createsStore = createsStore
            self.segmentSizeNominal = segmentSizeNominal
        }

        package static let readOnly = Options(isReadOnly: true)
        package static let creating = Options(createsStore: true)
    }

    /// Opens a store.
    /// - Parameter path: of the store's directory.
    package convenience init(
        at path: String, options: Options = Options(),
        fileSystem: any FileSystem = POSIXFileSystem(), environment: Environment = .system
    ) throws {
        try self.init(
            StoreOpener(
                path: path, options: options, fileSystem: fileSystem, environment: environment
            ).open(), options)
    }

    init(_ opened: OpenedStore, _ options: Options) {
        path = opened.directory.path
        directory = opened.directory
        isReadOnly = options.isReadOnly
        recovery = opened.recovery
        published = Mutex(opened.version)
        unsafe writer = opened.writer
        lock = opened.lock
        idKey = opened.idKey
    }

    // MARK: Reading

    /// The newest durable state, pinned.
    package func snapshot() throws(StoreError) -> Snapshot {
        guard let version = published.withLock({ $0 }) else { throw Self.closed(path) }
        return Snapshot(version: version, idKey: idKey, directoryPath: path)
    }

    private static func closed(_ path: String) -> StoreError {
        StoreError(.closed, "The store was closed. Open it again.", file: path)
    }

    /// As it is on disk now.
    func currentManifest() throws(StoreError) -> Manifest {
        switch try ManifestStore(directory: directory).find() {
        case .manifest(let manifest), .former(let manifest, _): return manifest
        case .nothing: throw StoreError(.notFound, "The manifest is gone.", file: path)
        }
    }

    func fileSize(_ name: String) throws(StoreError) -> Int {
        do throws(FileError) { return try directory.open(name, .reading).size() } catch {
            throw StoreError(error)
        }
    }

    // MARK: Changing

    /// Runs a closure whose changes become visible and durable together when it returns, or never
    /// were when it throws. Closures run one after another, each on its caller's thread.
    /// - Parameters:
    ///   - author: kept with the commit, as is `note`.
    ///   - body: gets the change; must not keep it.
    @discardableResult
    package func performChanges<Result>(
        author: String = "", note: String = "", _ body: (Changes) throws -> Result
    ) throws -> Result {
        let prelude = try Self.prelude(author, note)
        return try withWriter { writer in
            try writer.checkSound()
            let changes = try Changes(writer, prelude: prelude)
            let result: Result
            do { result = try body(changes) } catch {
                changes.rollBack()
                throw error
            }
            if try changes.finish() { try publish(writer) }
            return result
        }
    }

    private func publish(_ writer: Writer) throws(StoreError) {
        let version = writer.publish()
        published.withLock { $0 = version }
        writer.reclaim()
        do throws(FileError) {
            try writer.rollIfNeeded()
        } catch {
            // The commit is durable; only what follows cannot be written.
            _ = writer.recordFailure(error)
        }
    }

    private static func prelude(_ author: String, _ note: String) throws(StoreError) -> [UInt8] {
        let prelude = Prelude(author: author, note: note)
        guard prelude.isStorable else {
            throw StoreError(
                .invalidValue,
                "Author and note take at most \(Format.preludeSizeMax - 1) bytes together, and have"
                    + " no zero byte.")
        }
        return prelude.encoded
    }

    /// Runs `body` as the one writer.
    func withWriter<Result>(_ body: (Writer) throws -> Result) throws -> Result {
        let thread = currentThread()
        guard changingThread.load(ordering: .relaxed) != thread else {
            throw StoreError(
                .nestedChanges,
                "A change was begun inside of another one. Use the one that is open.", file: path)
        }
        var outcome: Swift.Result<Result, any Error>?
        writing.withLock { _ in
            changingThread.store(thread, ordering: .relaxed)
            defer { changingThread.store(0, ordering: .relaxed) }
            outcome = Swift.Result {
                guard !isReadOnly else {
                    throw StoreError(
                        .readOnly, "The store was opened for reading only.", file: path)
                }
                guard let writer = unsafe writer else { throw Self.closed(path) }
                return try body(writer)
            }
        }
        guard let outcome else { throw Self.closed(path) }
        return try outcome.get()
    }

    /// Moves all live objects into new segments and removes the old ones. Readers go on.
    /// - Parameter progress: called now and then with the objects moved so far and in all.
    package func compact(
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws -> CompactionReport {
        try withWriter { writer in
            try writer.checkSound()
            let report = try Compactor(writer: writer, directory: directory).run(progress)
            let version = writer.publish()
            published.withLock { $0 = version }
            writer.reclaim(limit: .max)
            return report
        }
    }

    /// Writes the mark of a clean end and lets go of the lock. Snapshots stay good. A store that is
    /// not closed is as one whose process was killed: nothing that was acknowledged is lost.
    package func close() throws {
        guard !isReadOnly else {
            published.withLock { $0 = nil }
            return
        }
        try withWriter { writer in
            defer {
                unsafe self.writer = nil
                published.withLock { $0 = nil }
                lock?.release()
            }
            guard writer.poison == nil else { return }
            do throws(FileError) {
                try writer.log.close(last: writer.lastCommit)
            } catch {
                throw StoreError(error)
            }
        }
    }
}
