package import NacreFormat
internal import Synchronization

/// An untyped store: opening, snapshots, changes, closing. There is one writer at a time; readers
/// take snapshots and never wait for it. Thread-safe.
///
/// Invariants:
/// 1. `published` is a version whose commit is as durable as the options require.
/// 2. The writer is used only while `writing` is locked.
package final class Database: Sendable {
    package let path: String
    package let isReadOnly: Bool
    /// The repairs made while opening; nil after a clean close.
    package let recovery: RecoveryReport?
    /// The reason why the checkpoint was not used when the store was opened; nil if it was, or
    /// there is none.
    private let openingProblem: String?
    /// The blocks of the checkpoint that the store was opened with.
    let checkpointBlocks: CheckpointBlocks?
    let directory: any StoreDirectory
    let published: PublishedVersion
    private let durability: Durability
    /// The syncer; nil if the store was opened for reading only.
    let syncer: Syncer?
    private let processID = POSIXCalls.processID
    let environment: Environment
    let maintenance: Maintenance
    private let ownHistoryHolds: HistoryHolds
    /// The followers of results; nil without any.
    let watchers = Mutex(WeakWatchers())
    /// The writer as its followers in this process see it; nil if the store was opened for reading
    /// only, or if none can follow it.
    private let shared: OpenWriter?
    /// The source of versions of a store open for reading only that follows a writer.
    let follower: Follower?
    /// The places of former records, once they were looked for.
    let historyIndex = HistoryIndex()
    /// The size of the former records that are kept.
    let keptBytes = KeptBytes()
    /// The copies that are being made.
    let copiesInWork = CopiesInWork()
    /// The clock for the age of commits.
    let ageClock: AgeClock
    private let writing = Mutex(())
    // SAFETY: only used while `writing` is locked.
    private nonisolated(unsafe) var writer: Writer?
    private let lock: (any FileLock)?
    /// The thread that is inside `performChanges`; 0 if none is.
    private let changingThread = Atomic<UInt64>(0)
    /// Whether a check is scheduled that moves nodes together if necessary.
    let isMoveAwaited = Atomic(false)
    #if NACRE_CHECKS
        let fileSystem: any FileSystem
    #endif

    /// Opens a store.
    /// - Parameter path: The path of the store's directory.
    package convenience init(
        at path: String, options: Options = Options(),
        fileSystem: any FileSystem = POSIXFileSystem(), environment: Environment = .system
    ) throws {
        try self.init(
            StoreOpener(
                path: path, options: options, fileSystem: fileSystem, environment: environment
            ).open(), options, fileSystem)
        guard !isReadOnly else { return }
        if let shared { OpenWriters.add(shared) }
        try withWriter { writer in
            // The process that defined a schema may have been killed before its next segment.
            if writer.needsFeatures { rollIfFull(writer) }
            buildInBackground(writer)
            buildSearchesInBackground(writer.newestVersion(), churn: 0)
        }
        finishErasingBegun()
    }

    private init(_ opened: OpenedStore, _ options: Options, _ fileSystem: any FileSystem) {
        #if NACRE_CHECKS
            self.fileSystem = fileSystem
        #endif
        path = opened.directory.path
        directory = opened.directory
        isReadOnly = options.isReadOnly
        recovery = opened.recovery
        openingProblem = opened.checkpointProblem
        checkpointBlocks = opened.checkpointBlocks
        published = opened.published
        durability = options.durability
        syncer = opened.writer?.log.syncer
        unsafe writer = opened.writer
        lock = opened.lock
        environment = opened.environment
        ageClock = AgeClock(environment, last: opened.published.current?.time)
        maintenance = Maintenance(options, threads: opened.environment.threads)
        ownHistoryHolds = HistoryHolds(bytesMax: options.historyBytesMax)
        follower = opened.follower
        shared = opened.writer == nil ? nil : OpenWriter(opened, ownHistoryHolds)
    }

    /// The holds that keep compaction from removing commits: those of the writer, also for a store
    /// that follows it.
    var historyHolds: HistoryHolds { follower?.holds ?? ownHistoryHolds }

    /// The reason why the checkpoint was not used when the store was opened, or the damage found in
    /// it since. An unusable checkpoint only costs time.
    package var checkpointProblem: String? { openingProblem ?? checkpointBlocks?.problem }

    /// Announces that the store is no longer used, although it was not closed. Background work ends
    /// soon, and then the store is deallocated. An opening in this process waits for that.
    package func abandon() {
        maintenance.endSoon()
        lock?.announceRelease()
    }

    /// Ends the observers of published versions, which do not keep the store alive.
    deinit {
        #if NACRE_CHECKS
            if let writer = unsafe writer { checkFilesInMemory(of: writer) }
        #endif
        endSharing()
        published.replace(by: nil)
    }

    /// Ends that others follow this store, or that this store follows another one, and forgets the
    /// full-text indexes.
    private func endSharing() {
        published.current?.context.endSearches(byWriter: !isReadOnly)
        if let shared { OpenWriters.remove(shared) }
        follower?.end()
    }

    // MARK: Reading

    /// Returns a snapshot of the newest published version.
    /// - Parameter label: The name of its holder, for the statistics.
    package func snapshot(label: String? = nil) throws(StoreError) -> DatabaseSnapshot {
        guard let version = published.current else { throw StoreError.closed(path) }
        return snapshot(of: version, label: label)
    }

    func snapshot(of version: Version, label: String?) -> DatabaseSnapshot {
        DatabaseSnapshot(version, label: label, environment)
    }

    /// Returns the manifest that is on disk now.
    func currentManifest() throws(StoreError) -> Manifest {
        switch try ManifestStore(directory: directory).find() {
        case .manifest(let manifest), .former(let manifest, _): return manifest
        case .nothing: throw StoreError(.storeNotFound, "The manifest is gone.", file: path)
        }
    }

    func fileSize(_ name: String) throws(StoreError) -> Int {
        do throws(FileError) { return try directory.open(name, .reading).size() } catch {
            throw StoreError(error)
        }
    }

    // MARK: Changing

    /// Runs a closure whose changes become visible and durable together, or not at all if it
    /// throws. Closures run one after another, each on its caller's thread.
    ///
    /// A closure that leaves every object unchanged makes no commit, unless there is a `note`.
    ///
    /// The commit is written when the closure has returned. At ``Durability/durable`` this call
    /// then waits until the commit is on disk, while other closures may already run.
    /// - Parameters:
    ///   - author: Kept with the commit, as is `note`.
    ///   - onWrite: Called with the commit, which is not durable yet, while the other writers still
    ///     wait. Passing it costs some memory.
    ///   - body: Gets the change, which must not escape.
    @discardableResult
    package func performChanges<Result>(
        author: String = "", note: String = "", onWrite: ((WrittenCommit) -> Void)? = nil,
        _ body: (Changes) throws -> Result
    ) throws -> Result {
        var end: Position?
        let result = try writeChanges(
            author: author, note: note, onWrite: onWrite, awaited: &end, body)
        if let end { try syncer?.wait(for: end) }
        maintainInline()
        return result
    }

    /// Runs a closure like `performChanges`, but returns when the commit is written, for callers
    /// that must not wait.
    /// - Parameters:
    ///   - stamp: The number and time that the commit is to have; nil for the next ones.
    ///   - end: Set to the place in the log that must be durable before the result counts.
    ///     Unchanged if there is nothing to wait for.
    @discardableResult
    package func writeChanges<Result>(
        author: String = "", note: String = "", onWrite: ((WrittenCommit) -> Void)? = nil,
        stamp: CommitStamp? = nil, awaited end: inout Position?,
        _ body: (Changes) throws -> Result
    ) throws -> Result {
        let prelude = try Self.prelude(author, note)
        do {
            return try withWriter { writer in
                try writer.checkSound()
                let before = onWrite.map { _ in snapshot(of: writer.newestVersion(), label: nil) }
                if let stamp { try writer.prepare(for: stamp) }
                let changes = try Changes(
                    writer, prelude: prelude, isNoted: !note.isEmpty || stamp != nil,
                    time: stamp?.time)
                let result: Result
                do {
                    result = try body(changes)
                    try changes.check()
                } catch {
                    changes.rollBack()
                    throw error
                }
                guard try changes.finish() else {
                    // The state that the change found to be there already may not be durable yet.
                    if durability == .durable { end = writer.newestVersion().end }
                    return result
                }
                let (version, isTaken) = commit(writer)
                HeapMemory.giveBack(afterChangeOf: changes.changeCount)
                if let before {
                    let after = snapshot(of: version, label: nil)
                    onWrite?(WrittenCommit(from: before, to: after))
                }
                if durability == .durable || !isTaken { end = version.end }
                return result
            }
        } catch let error as StoreError {
            throw error.with(outcome: .notCommitted)
        }
    }

    /// Calls `body` from another thread when everything before a place in the log is durable.
    package func whenDurable(
        _ end: Position, _ body: @escaping @Sendable (Swift.Result<Void, any Error>) -> Void
    ) {
        syncer?.whenDurable(end, body)
    }

    /// Hands the last written commit to the syncer.
    /// - Returns: The commit's version, and whether the syncer has taken it.
    private func commit(_ writer: Writer) -> (Version, isTaken: Bool) {
        let version = writer.version()
        let isTaken = writer.log.syncer.add(
            version, end: version.end, in: writer.log.active.file)
        writer.reclaim()
        moveNodesWhenQuiet(writer)
        // Beginning a segment syncs, which would delay the caller. So maintenance does it, unless
        // it falls far behind.
        rollIfFull(writer, slack: maintenance.mode == .background ? Self.rollSlack : 0)
        let churn = writer.takeChurn()
        maintenance.add(churn: churn)
        maintainInBackground()
        buildInBackground(writer)
        buildSearchesInBackground(version, churn: churn)
        return (version, isTaken)
    }

    /// The number of bytes by which a segment may exceed its nominal size before a commit ends it.
    private static let rollSlack = 16 << 20

    /// Begins another segment if the active one has reached its nominal size, if its header lacks
    /// feature bits that the schemas require, or if its file has another name. A segment without a
    /// commit is never ended: it would be useless, and no version knows it.
    /// - Parameter slack: The number of bytes by which it may exceed the nominal size.
    func rollIfFull(_ writer: Writer, slack: Int = 0) {
        let active = writer.log.active
        let isFull = active.cursor.offset >= writer.nominalSize + slack
        guard isFull || writer.needsFeatures || writer.log.isShared, active.hasCommit else {
            return
        }
        do throws(FileError) { try writer.roll() } catch {
            // The commit itself is written. Only later commits cannot be.
            _ = writer.recordFailure(error)
        }
    }

    /// Makes all commits so far durable.
    package func sync() throws {
        try syncer?.waitForAll()
    }

    /// Returns the newest published version, once a power cut cannot undo it.
    func durableVersion() throws(StoreError) -> Version {
        guard let version = published.current else { throw StoreError.closed(path) }
        try syncer?.wait(for: version.end, .logBeforeManifest)
        return version
    }

    private static func prelude(_ author: String, _ note: String) throws(StoreError) -> [UInt8] {
        if author.isEmpty, note.isEmpty { return [] }
        let prelude = Prelude(author: author, note: note)
        guard prelude.isStorable else {
            throw StoreError(
                .invalidValue,
                "Author and note may have at most \(Format.preludeSizeMax - 1) bytes together, and"
                    + " no zero byte.")
        }
        return prelude.encoded
    }

    /// Throws if this thread is inside a change, because waiting for the writer would deadlock.
    func checkNotChanging() throws(StoreError) {
        guard changingThread.load(ordering: .relaxed) != currentThread() else {
            throw StoreError(
                .nestedChanges,
                "A change was begun inside of another one. Use the one that is open.", file: path)
        }
    }

    /// Runs `body` with exclusive access to the writer.
    func withWriter<Result>(_ body: (Writer) throws -> Result) throws -> Result {
        guard processID == POSIXCalls.processID else {
            throw StoreError(
                .forked,
                "The store was opened by process \(processID), of which this is a fork. Open it"
                    + " here once that process has closed it.",
                file: path)
        }
        let thread = currentThread()
        try checkNotChanging()
        return try writing.withLock { _ throws(any Error) in
            changingThread.store(thread, ordering: .relaxed)
            defer { changingThread.store(0, ordering: .relaxed) }
            guard !isReadOnly else {
                throw StoreError(.readOnly, "The store was opened for reading only.", file: path)
            }
            guard let writer = unsafe writer else { throw StoreError.closed(path) }
            do {
                // SAFETY: it is handed to the thread that the closure runs on, and to no other.
                nonisolated(unsafe) let result = try body(writer)
                return unsafe result
            } catch let error as FileError {
                throw StoreError(error)
            }
        }
    }

    /// Returns the present state, for a backup. The writer is held only while the files are opened.
    func backupSource() throws -> BackupSource {
        guard !isReadOnly else { return try BackupSource(readingFrom: directory) }
        let source = try withWriter { writer in
            try writer.checkSound()
            return try BackupSource(
                writer.log.manifest, activeLength: writer.log.active.written, in: directory)
        }
        try sync()
        return source
    }

    /// Marks a clean end in the log and releases the lock. Snapshots remain valid. A store that is
    /// not closed is like one whose process was killed: no acknowledged commit is lost.
    package func close() throws {
        guard !isReadOnly else {
            endSharing()
            published.replace(by: nil)
            return
        }
        try checkNotChanging()
        // A compaction that continued would remove files after another process has taken the lock.
        try maintenance.checkNotWorking()
        maintenance.stop()
        if maintenance.mode != .manual { checkpointAtClose() }
        try withWriter { writer in
            defer {
                unsafe self.writer = nil
                endSharing()
                published.replace(by: nil)
                lock?.release()
            }
            // At the weaker levels, published commits were not waited for. They are synced now,
            // even if other steps have failed; otherwise the error says that they are in doubt.
            if writer.poison == nil || durability != .durable {
                try writer.log.syncer.waitForAll()
            }
            guard writer.poison == nil else { return }
            do throws(FileError) {
                try writer.log.close(last: writer.lastCommit)
            } catch {
                throw StoreError(error)
            }
            #if NACRE_CHECKS
                try checkFiles(of: writer)
            #endif
        }
    }
}
