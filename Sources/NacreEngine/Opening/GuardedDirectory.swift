internal import NacreFormat
internal import Synchronization

/// A store's directory that enforces limits on its files. If the files are not trusted, it never
/// maps them: each file is read once and served from memory from then on. So no process can change
/// it between a check and its use, or truncate it while it is read.
final class GuardedDirectory: StoreDirectory {
    private let base: any StoreDirectory
    private let limits: Limits
    private let copies: Bool
    private let state = Mutex(State())

    private struct State {
        /// The sizes of segments, by name.
        var sizes: [String: Int] = [:]
        var contents: [String: MappedBytes] = [:]
    }

    /// Wraps a directory.
    /// - Parameter copies: Whether to read files into memory instead of mapping them.
    init(_ base: any StoreDirectory, limits: Limits, copies: Bool) {
        self.base = base
        self.limits = limits
        self.copies = copies
    }

    var path: String { base.path }

    func list() throws(FileError) -> [String] {
        let names = try base.list()
        try check(
            names.count { FileName.segmentNumber($0) != nil }, limits.segments, "segments", path)
        return names
    }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        let file = try base.open(name, access)
        guard access == .reading else { return file }
        if FileName.segmentNumber(name) != nil {
            let size = try file.size()
            try check(size, limits.segmentSize, "segmentSize", file.path)
            let total = state.withLock { state in
                state.sizes[name] = size
                return state.sizes.values.reduce(0) { $0.addingReportingOverflow($1).partialValue }
            }
            try check(total, limits.totalSize, "totalSize", path)
            try check(
                state.withLock { $0.sizes.count }, limits.segments, "segments", path)
        } else if name == FileName.manifest || name == FileName.formerManifest {
            try check(try file.size(), limits.manifestSize, "manifestSize", file.path)
        }
        guard copies else { return file }
        return MappedFile(try content(name, file), path: file.path)
    }

    private func check(
        _ found: Int, _ most: Int, _ limit: String, _ path: String
    ) throws(FileError) {
        guard found > most else { return }
        throw FileError(
            .beyondLimit, Limits.message(limit), path: path,
            cause: "expected at most \(most), found \(found)")
    }

    private func content(_ name: String, _ file: any StoreFile) throws(FileError) -> MappedBytes {
        if let content = state.withLock({ $0.contents[name] }) { return content }
        let content = try file.copy(try file.size())
        return state.withLock { state in
            // If another thread has made a copy, it is used, so that all threads see the same
            // bytes.
            if let former = state.contents[name] { return former }
            state.contents[name] = content
            return content
        }
    }

    func create(_ name: String) throws(FileError) -> any StoreFile { try base.create(name) }
    func rename(_ name: String, to newName: String) throws(FileError) {
        try base.rename(name, to: newName)
    }
    func remove(_ name: String) throws(FileError) {
        try base.remove(name)
        state.withLock { state in
            state.sizes[name] = nil
            state.contents[name] = nil
        }
    }
    func sync(_ point: SyncPoint) throws(FileError) { try base.sync(point) }
    func syncParent(_ point: SyncPoint) throws(FileError) { try base.syncParent(point) }
    func lock(_ name: String) throws(FileError) -> any FileLock { try base.lock(name) }
    func lockIdentity(_ name: String) -> LockIdentity? { base.lockIdentity(name) }
    func checkLock() throws(FileError) { try base.checkLock() }
    func removeIfMade() { base.removeIfMade() }
}
