internal import NacreFormat
internal import Synchronization

/// A store that is being made by a command or a salvage, and must not be taken for a whole one
/// before it is. Its manifest is called `unfinished` until ``finish()``: without a manifest the
/// directory is no store, neither to Nacre nor to any other reader of the format.
///
/// Invariants:
/// 1. The directory's lock is held from before the first file is made until the store is finished
///    or discarded. So the lock is the claim: two makers never meet in one directory, and a
///    program that makes its own store there meanwhile wins as a whole or gets `locked`.
/// 2. Only files that were made through ``fileSystem`` are removed, and those that an earlier
///    maker, whose lock is free, has left beside its `unfinished` manifest.
///
/// Thread-safe: ``discard()`` may come from any thread at any time, also while the store is
/// written.
package final class NewStore: Sendable {
    private let directory: UnfinishedDirectory
    private let lock: any FileLock
    /// Whether the lock's file was there before.
    private let hadLock: Bool

    /// Claims a directory: one that is not there yet, that is empty, or that holds an unfinished
    /// store, which is removed.
    /// - Throws: `locked` if another process is making or using a store there, `notAStore` if the
    ///   directory holds anything else. Then nothing in it has changed.
    package init(
        at path: String, in files: any FileSystem = POSIXFileSystem()
    ) throws(StoreError) {
        let base: any StoreDirectory
        do { base = try files.openDirectory(path, creating: true) } catch {
            throw StoreError(error)
        }
        do {
            // Before the lock is taken, which makes a file: a refused directory stays as it is.
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

    /// The files that an earlier attempt to make a store has left.
    /// - Throws: if there is anything else in the directory.
    private static func leftovers(_ base: any StoreDirectory) throws -> [String] {
        guard try ManifestStore(directory: base).isMissing else {
            throw StoreError(
                .notAStore,
                "The directory holds a store already, in which nothing was changed. Choose another"
                    + " path.",
                file: base.path)
        }
        let names = try base.list()
        guard names.contains(where: FileName.isUnfinished) else {
            return try StoreCreator(directory: base, environment: .system).leftovers()
        }
        if let other = names.first(where: { !FileName.isOfStore($0) }) {
            throw StoreError(
                .notAStore,
                "The directory holds an unfinished store and '\(other)', which is no part of it."
                    + " Choose another path.",
                file: base.path)
        }
        return names.filter { $0 != FileName.lock }
    }

    /// Shows the directory, under any path, as the one of the store that is being made.
    package var fileSystem: any FileSystem { OneDirectory(directory: directory) }

    /// Makes the store a store: its manifest takes its name, durably. The store must be closed.
    package func finish() throws(StoreError) {
        do { try directory.finish() } catch { throw StoreError(error) }
        lock.release()
    }

    /// Removes every file that was made, and the directory if it was made. Without effect on a
    /// store that is finished.
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

/// The directory of a store that is being made: its manifests have the names of unfinished ones,
/// and it knows the files that were made in it.
private final class UnfinishedDirectory: StoreDirectory {
    private let base: any StoreDirectory
    private let state = Mutex(State())

    private struct State {
        /// The names of files that were made here, as they are on the disk.
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

    /// Where a file is: from the end on, under its own name.
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
    /// The maker has the lock already.
    func lock(_ name: String) throws(FileError) -> any FileLock { HeldByMaker() }
    func checkLock() throws(FileError) { try base.checkLock() }

    /// Changes the names in the directory, unless the store was ended: a discard on another thread
    /// must not miss a file.
    private func change<Result>(
        _ body: (inout State) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let outcome = state.withLock { state in
            do throws(FileError) {
                guard !state.isEnded else {
                    throw FileError(
                        .other, "The store is no longer being made: the work was ended.",
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
            try base.rename(FileName.unfinished, to: FileName.manifest)
            state.isEnded = true
            try base.sync(.manifestEntry)
        }
    }

    func discard(alsoLock: Bool) {
        state.withLock { state in
            guard !state.isEnded else { return }
            state.isEnded = true
            // The manifest last: with it, what could not be removed is known as unfinished.
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
