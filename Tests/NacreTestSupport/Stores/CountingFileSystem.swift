package import NacreEngine
internal import Synchronization

/// A file system that counts the bytes that are written to the log: objects, and what changes them.
/// Manifests and checkpoints are written again whenever it suits the store.
package final class CountingFileSystem: FileSystem {
    private let watched: WatchedFileSystem
    private let count = ByteCount()

    package init(_ base: any FileSystem) {
        watched = WatchedFileSystem(base) { [count] _, call in
            if case .write(let range) = call { count.add(range.count) }
        }
    }

    /// Since the last time that somebody asked.
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
