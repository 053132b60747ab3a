package import NacreEngine
package import NacreFormat
internal import Synchronization

/// A file system that reports each call on the files of segments, on the calling thread.
package final class WatchedFileSystem: FileSystem {
    package enum Call: Equatable, Sendable {
        case create
        case write(Range<Int>)
        case startWriteBack(Range<Int>)
        case sync
    }

    package typealias Watcher = @Sendable (SegmentNumber, Call) -> Void

    private let base: any FileSystem
    private let watcher: Watcher

    /// - Parameter watcher: Called before the call is made.
    package init(_ base: any FileSystem, _ watcher: @escaping Watcher) {
        self.base = base
        self.watcher = watcher
    }

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        WatchedDirectory(try base.openDirectory(path, creating: creating), watcher)
    }
}

private final class WatchedDirectory: ForwardingDirectory {
    let base: any StoreDirectory
    private let watcher: WatchedFileSystem.Watcher

    init(_ base: any StoreDirectory, _ watcher: @escaping WatchedFileSystem.Watcher) {
        self.base = base
        self.watcher = watcher
    }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        watched(try base.open(name, access), name)
    }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        if let number = FileName.segmentNumber(name) { watcher(number, .create) }
        return watched(try base.create(name), name)
    }

    private func watched(_ file: any StoreFile, _ name: String) -> any StoreFile {
        guard let number = FileName.segmentNumber(name) else { return file }
        let watcher = watcher
        return WatchedFile(file) { watcher(number, $0) }
    }
}

private final class WatchedFile: StoreFile {
    private let base: any StoreFile
    private let tell: @Sendable (WatchedFileSystem.Call) -> Void

    init(_ base: any StoreFile, _ tell: @escaping @Sendable (WatchedFileSystem.Call) -> Void) {
        self.base = base
        self.tell = tell
    }

    var path: String { base.path }
    func size() throws(FileError) -> Int { try base.size() }

    func write(_ bytes: ByteView, at offset: Int) throws(FileError) {
        tell(.write(offset..<offset + bytes.count))
        try base.write(bytes, at: offset)
    }

    func startWriteBack(_ range: Range<Int>) {
        tell(.startWriteBack(range))
        base.startWriteBack(range)
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        tell(.sync)
        try base.sync(point)
    }

    func setSize(_ size: Int) throws(FileError) { try base.setSize(size) }
    func map(_ count: Int) throws(FileError) -> MappedBytes { try base.map(count) }
    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes { try base.copy(range) }
}
