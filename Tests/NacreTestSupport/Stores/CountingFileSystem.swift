package import NacreEngine
internal import Synchronization

/// A file system that counts the bytes written to the log: objects and their changes. Manifests and
/// checkpoints are not counted, because the store chooses when to write them.
package final class CountingFileSystem: FileSystem {
    private let watched: WatchedFileSystem
    private let count = ByteCount()

    package init(_ base: any FileSystem) {
        watched = WatchedFileSystem(base) { [count] _, call in
            if case .write(let range) = call { count.add(range.count) }
        }
    }

    /// Returns the number of bytes since the last call.
    package func takeBytesWritten() -> Int { count.take() }

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        try watched.openDirectory(path, creating: creating)
    }
}

private final class ByteCount: Sendable {
    private let bytes = Atomic(0)

    func add(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }
    func take() -> Int { bytes.exchange(0, ordering: .relaxed) }
}
