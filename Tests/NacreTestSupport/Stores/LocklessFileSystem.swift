package import NacreEngine
internal import NacreFormat

/// A file system that cannot lock files.
package struct LocklessFileSystem: FileSystem {
    private let base: any FileSystem

    package init(_ base: any FileSystem) { self.base = base }

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        LocklessDirectory(base: try base.openDirectory(path, creating: creating))
    }
}

private final class LocklessDirectory: ForwardingDirectory {
    let base: any StoreDirectory

    init(base: any StoreDirectory) { self.base = base }

    func lock(_ name: String) throws(FileError) -> any FileLock {
        throw FileError(
            .other, "Could not lock the store.", path: "\(path)/\(name)",
            cause: "No locks available")
    }
}
