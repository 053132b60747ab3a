package import NacreEngine
internal import NacreFormat

/// A file system that reports each read of a store, on the reading thread, and can refuse it.
package final class ReadingFileSystem: FileSystem {
    package enum Call: Equatable, Sendable {
        case open(String)
        /// This number of bytes is to be copied into memory.
        case copy(Int)
        case map(Int)
    }

    package typealias Watcher = @Sendable (Call) throws(FileError) -> Void

    private let base: any FileSystem
    private let watcher: Watcher

    /// - Parameter watcher: Called before the call is made. If it throws, the call fails with that
    ///   error.
    package init(_ base: any FileSystem, _ watcher: @escaping Watcher) {
        self.base = base
        self.watcher = watcher
    }

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        ReadingDirectory(try base.openDirectory(path, creating: creating), watcher)
    }
}

private final class ReadingDirectory: ForwardingDirectory {
    let base: any StoreDirectory
    private let watcher: ReadingFileSystem.Watcher

    init(_ base: any StoreDirectory, _ watcher: @escaping ReadingFileSystem.Watcher) {
        self.base = base
        self.watcher = watcher
    }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        try watcher(.open(name))
        return ReadFile(try base.open(name, access), watcher)
    }
}

private final class ReadFile: StoreFile {
    private let base: any StoreFile
    private let watcher: ReadingFileSystem.Watcher

    init(_ base: any StoreFile, _ watcher: @escaping ReadingFileSystem.Watcher) {
        self.base = base
        self.watcher = watcher
    }

    var path: String { base.path }
    func size() throws(FileError) -> Int { try base.size() }
    func write(_ bytes: ByteView, at offset: Int) throws(FileError) {
        try base.write(bytes, at: offset)
    }
    func setSize(_ size: Int) throws(FileError) { try base.setSize(size) }
    func sync(_ point: SyncPoint) throws(FileError) { try base.sync(point) }
    func map(_ count: Int) throws(FileError) -> MappedBytes {
        try watcher(.map(count))
        return try base.map(count)
    }
    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes {
        try watcher(.copy(range.count))
        return try base.copy(range)
    }
}
