internal import NacreFormat
internal import Synchronization

/// A file system in memory, for stores that need no disk and for tests. The engine on it is the
/// same. It lives as long as it is referenced, even while its stores are closed and opened again.
package final class MemoryFileSystem: FileSystem {
    private let directories = Mutex<[String: MemoryDirectory]>([:])
    /// Whether its entire content was written by stores.
    let isOfStores: Bool

    package init() { isOfStores = true }

    /// Makes a file system that has one directory with files of these bytes.
    package init(_ path: String, files: [String: [UInt8]]) {
        isOfStores = false
        let directory = MemoryDirectory(path)
        directory.fill(files)
        directories.withLock { $0[path] = directory }
    }

    /// Returns the current bytes of every file of a directory.
    package func contents(of path: String) -> [String: [UInt8]] {
        directories.withLock { $0[path] }?.contents ?? [:]
    }

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        let found = directories.withLock { directories in
            if directories[path] == nil, creating { directories[path] = MemoryDirectory(path) }
            return directories[path]
        }
        guard let found else {
            throw FileError(
                .notFound, "Could not open the store. It does not exist.", path: path)
        }
        return found
    }
}

private final class MemoryDirectory: StoreDirectory {
    let path: String
    private let state = Mutex(State())

    private struct State {
        var files: [String: MemoryContent] = [:]
        var isLocked = false
    }

    init(_ path: String) { self.path = path }

    fileprivate var contents: [String: [UInt8]] {
        state.withLock { $0.files }.mapValues { $0.map($0.size).read { $0.bytes } }
    }

    fileprivate func fill(_ files: [String: [UInt8]]) {
        for (name, bytes) in files {
            let content = MemoryContent()
            bytes.withView { content.write($0, at: 0) }
            state.withLock { $0.files[name] = content }
        }
    }

    func list() throws(FileError) -> [String] {
        state.withLock { Array($0.files.keys) }
    }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        guard let content = state.withLock({ $0.files[name] }) else {
            throw FileError(
                .notFound, "Could not open the file. It does not exist.", path: "\(path)/\(name)")
        }
        return MemoryFile(content, path: "\(path)/\(name)")
    }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        let content = MemoryContent()
        let isNew = state.withLock { state in
            guard state.files[name] == nil else { return false }
            state.files[name] = content
            return true
        }
        guard isNew else {
            throw FileError(
                .other, "Could not make the file. It already exists.", path: "\(path)/\(name)")
        }
        return MemoryFile(content, path: "\(path)/\(name)")
    }

    func rename(_ name: String, to newName: String) throws(FileError) {
        let content = state.withLock { state in
            let content = state.files.removeValue(forKey: name)
            if let content { state.files[newName] = content }
            return content
        }
        if content == nil {
            throw FileError(
                .notFound, "Could not rename the file. It does not exist.", path: "\(path)/\(name)")
        }
    }

    func remove(_ name: String) throws(FileError) {
        guard state.withLock({ $0.files.removeValue(forKey: name) }) != nil else {
            throw FileError(
                .notFound, "Could not remove the file. It does not exist.", path: "\(path)/\(name)")
        }
    }

    func sync(_ point: SyncPoint) throws(FileError) {}
    func syncParent(_ point: SyncPoint) throws(FileError) {}

    func lock(_ name: String) throws(FileError) -> any FileLock {
        let isFree = state.withLock { state in
            defer { state.isLocked = true }
            return !state.isLocked
        }
        guard isFree else {
            throw FileError(
                .locked, "Another writer has the store open. Close it first.",
                path: "\(path)/\(name)")
        }
        return MemoryLock { [self] in state.withLock { $0.isLocked = false } }
    }
}

private final class MemoryLock: FileLock {
    private let unlock: @Sendable () -> Void

    init(_ unlock: @escaping @Sendable () -> Void) { self.unlock = unlock }

    func release() { unlock() }
}

private final class MemoryFile: StoreFile {
    let path: String
    private let content: MemoryContent

    init(_ content: MemoryContent, path: String) {
        self.content = content
        self.path = path
    }

    func size() throws(FileError) -> Int { content.size }
    func write(_ bytes: ByteView, at offset: Int) throws(FileError) {
        content.write(bytes, at: offset)
    }
    func setSize(_ size: Int) throws(FileError) { content.setSize(size) }
    func sync(_ point: SyncPoint) throws(FileError) {}
    func map(_ count: Int) throws(FileError) -> MappedBytes { content.map(count) }
    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes { content.copy(range) }
}
