package import NacreEngine
internal import NacreFormat
internal import Synchronization

/// A file system that counts the bytes that are written to the log: objects, and what changes them.
/// Manifests and checkpoints are written again whenever it suits the store.
package final class CountingFileSystem: FileSystem {
    private let base: any FileSystem
    private let count = ByteCount()

    package init(_ base: any FileSystem) { self.base = base }

    /// Since the last time that somebody asked.
    package func takeBytesWritten() -> Int { count.take() }

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        CountingDirectory(try base.openDirectory(path, creating: creating), count)
    }
}

private final class ByteCount: Sendable {
    private let bytes = Atomic(0)

    func add(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }
    func take() -> Int { bytes.exchange(0, ordering: .relaxed) }
}

private final class CountingDirectory: ForwardingDirectory {
    let base: any StoreDirectory
    private let count: ByteCount

    init(_ base: any StoreDirectory, _ count: ByteCount) {
        self.base = base
        self.count = count
    }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        counted(try base.open(name, access), name)
    }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        counted(try base.create(name), name)
    }

    private func counted(_ file: any StoreFile, _ name: String) -> any StoreFile {
        FileName.segmentNumber(name) == nil ? file : CountingFile(file, count)
    }
}

private final class CountingFile: StoreFile {
    private let base: any StoreFile
    private let count: ByteCount

    init(_ base: any StoreFile, _ count: ByteCount) {
        self.base = base
        self.count = count
    }

    var path: String { base.path }
    func size() throws(FileError) -> Int { try base.size() }

    func write(_ bytes: ByteView, at offset: Int) throws(FileError) {
        count.add(bytes.count)
        try base.write(bytes, at: offset)
    }

    func setSize(_ size: Int) throws(FileError) { try base.setSize(size) }
    func startWriteBack(_ range: Range<Int>) { base.startWriteBack(range) }
    func sync(_ point: SyncPoint) throws(FileError) { try base.sync(point) }
    func map(_ count: Int) throws(FileError) -> MappedBytes { try base.map(count) }
    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes { try base.copy(range) }
}
