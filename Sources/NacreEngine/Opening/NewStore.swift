internal import NacreFormat
internal import Synchronization

/// A store that a command or a salvage is creating and that must not be mistaken for a complete
/// one. Its manifest is called `unfinished` until ``finish()``: without a manifest, neither Nacre
/// nor any other reader of the format takes the directory for a store.
///
/// Invariants:
/// 1. The directory's lock is held from before the first file is made until the store is finished
///    or discarded. The lock is the claim: two creators never work in one directory, and a program
///    that creates its own store there meanwhile either succeeds completely or gets `locked`.
/// 2. Only two kinds of files are removed: files made through ``fileSystem``, and files that an
///    earlier creator, whose lock is free, has left beside its `unfinished` manifest.
///
/// Thread-safe: ``discard()`` may be called from any thread at any time, even while the store is
/// written.
package final class NewStore: Sendable {
    private let directory: UnfinishedDirectory
    private let lock: any FileLock
    /// Whether the lock file existed before.
    private let hadLock: Bool

    /// Claims a directory that does not exist, is empty, or holds an unfinished store, which is
    /// removed.
    /// - Throws: `locked` if another process is creating or using a store there, `notAStore` if the
    ///   directory holds anything else. In both cases nothing in it has changed.
    package init(
        at path: String, in files: any FileSystem = POSIXFileSystem()
    ) throws(StoreError) {
        let base: any StoreDirectory
        do { base = try files.openDirectory(path, creating: true) } catch {
            throw StoreError(error)
        }
        do {
            // Checked before the lock is taken, which makes a file: a refused directory stays
            // unchanged.
            _ = try Self.leftovers(base)
            hadLock = try base.list().contains(FileName.lock)
            lock = try base.lock(FileName.lock)
        } catch {
            base.removeIfMade()
            throw Self.typed(error, path)
        }
        directory = UnfinishedDirectory(base)
        do {
            for name in try Self.leftovers(base) { try base.remove(name) }
        } catch {
            if !hadLock { try? base.remove(FileName.lock) }
            base.removeIfMade()
            lock.release()
            throw Self.typed(error, path)
        }
    }

    private static func typed(_ error: any Error, _ path: String) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let error as FileError: StoreError(error)
        default: StoreError(.io, "The store cannot be made.", file: path, cause: "\(error)")
        }
    }

    /// Returns the files that an earlier attempt to create a store has left.
    /// - Throws: `notAStore` if there is anything else in the directory.
    private static func leftovers(_ base: any StoreDirectory) throws -> [String] {
        guard try ManifestStore(directory: base).isMissing else {
            throw StoreError(
                .notAStore,
                "The directory already holds a store, which was not changed. Choose another path.",
                file: base.path)
        }
        let names = try base.list()
        guard names.contains(where: FileName.isUnfinished) else {
            return try StoreCreator(directory: base, environment: .system).leftovers()
        }
        if let other = names.first(where: { !FileName.isOfStore($0) }) {
            throw StoreError(
                .notAStore,
                "The directory holds an unfinished store and '\(other)', which is not part of it."
                    + " Choose another path.",
                file: base.path)
        }
        return names.filter { $0 != FileName.lock }
    }

    /// The file system that presents the directory, under any path, as that of the new store.
    package var fileSystem: any FileSystem { OneDirectory(directory: directory) }

    /// Calls `body`, which fills the store, and then completes the store. If either fails, discards
    /// it.
    func finishing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            let result = try body()
            try finish()
            return result
        } catch {
            discard()
            throw error
        }
    }

    /// Completes the store: renames its manifest, durably. The store must be closed.
    package func finish() throws(StoreError) {
        do { try directory.finish() } catch { throw StoreError(error) }
        lock.release()
    }

    /// Removes every file that was made, and the directory if it was made. Has no effect on a
    /// finished store.
    package func discard() {
        directory.discard(alsoLock: !hadLock)
        lock.release()
    }
}

private struct OneDirectory: FileSystem {
    let directory: UnfinishedDirectory

    func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory { directory }
}

/// The directory of a store that is being created. It gives its manifests the names of unfinished
/// ones and records the files made in it.
private final class UnfinishedDirectory: StoreDirectory {
    private let base: any StoreDirectory
    private let state = Mutex(State())

    private struct State {
        /// The names of the files made here, as they are on disk.
        var made: Set<String> = []
        /// Whether the store was finished or discarded.
        var isEnded = false
    }

    init(_ base: any StoreDirectory) { self.base = base }

    var path: String { base.path }

    func list() throws(FileError) -> [String] { try base.list().map(FileName.finished) }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        try base.open(place(name), access)
    }

    /// Returns the name of a file on disk. After the end it is the file's own name.
    private func place(_ name: String) -> String {
        state.withLock { $0.isEnded } ? name : FileName.unfinished(name)
    }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        try change { (state) throws(FileError) in
            let file = try base.create(FileName.unfinished(name))
            state.made.insert(FileName.unfinished(name))
            return file
        }
    }

    func share(_ file: any StoreFile, as name: String) -> Bool {
        let isShared = try? change { state in
            guard base.share(file, as: FileName.unfinished(name)) else { return false }
            state.made.insert(FileName.unfinished(name))
            return true
        }
        return isShared ?? false
    }

    func rename(_ name: String, to newName: String) throws(FileError) {
        let (old, new) = (FileName.unfinished(name), FileName.unfinished(newName))
        try change { (state) throws(FileError) in
            try base.rename(old, to: new)
            state.made.remove(old)
            state.made.insert(new)
        }
    }

    func remove(_ name: String) throws(FileError) {
        try change { (state) throws(FileError) in
            try base.remove(FileName.unfinished(name))
            state.made.remove(FileName.unfinished(name))
        }
    }

    func sync(_ point: SyncPoint) throws(FileError) { try base.sync(point) }
    func syncParent(_ point: SyncPoint) throws(FileError) { try base.syncParent(point) }
    /// Returns a lock without effect, because the creator holds the lock already.
    func lock(_ name: String) throws(FileError) -> any FileLock { HeldByMaker() }
    func checkLock() throws(FileError) { try base.checkLock() }

    /// Changes names in the directory, unless the store was ended: a discard on another thread must
    /// not miss a file.
    private func change<Result>(
        _ body: (inout State) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let outcome = state.withLock { state in
            do throws(FileError) {
                guard !state.isEnded else {
                    throw FileError(
                        .other, "The store is no longer being made: the work was stopped.",
                        path: path)
                }
                return Swift.Result<Result, FileError>.success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    func finish() throws(FileError) {
        try change { (state) throws(FileError) in
            try base.checkLock()
            for name in [FileName.formerManifest, FileName.nextManifest] {
                let name = FileName.unfinished(name)
                if state.made.remove(name) != nil { try base.remove(name) }
            }
            // Segments that were removed must not come back beside a manifest that does not name
            // them.
            try base.sync(.newSegmentEntry)
            try base.rename(FileName.unfinished, to: FileName.manifest)
            state.isEnded = true
            try base.sync(.manifestEntry)
        }
    }

    func discard(alsoLock: Bool) {
        state.withLock { state in
            guard !state.isEnded else { return }
            state.isEnded = true
            // The manifests come last: as long as they are there, files that could not be removed
            // are known as unfinished.
            let (manifests, others) = (
                state.made.filter(FileName.isUnfinished),
                state.made.filter { !FileName.isUnfinished($0) }
            )
            for name in Array(others) + Array(manifests) { try? base.remove(name) }
            if alsoLock { try? base.remove(FileName.lock) }
            base.removeIfMade()
        }
    }
}

private final class HeldByMaker: FileLock {
    func release() {}
}
