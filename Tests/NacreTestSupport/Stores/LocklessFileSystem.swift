package import NacreEngine
internal import NacreFormat

/// A file system that can lock no file.
package struct LocklessFileSystem: FileSystem {
    private let base: any FileSystem

    package init(_ base: any FileSystem) { self.base = base }

    package func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        LocklessDirectory(base: try base.openDirectory(path, creating: creating))
    }
}

private final class LocklessDirectory: StoreDirectory {
    private let base: any StoreDirectory

    init(base: any StoreDirectory) { self.base = base }

    func lock(_ name: String) throws(FileError) -> any FileLock {
        throw FileError(
            .other, "Could not lock the store.", path: "\(path)/\(name)",
            cause: "No locks available")
    }

    var path: String { base.path }
    func list() throws(FileError) -> [String] { try base.list() }
    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        try base.open(name, access)
    }
    func create(_ name: String) throws(FileError) -> any StoreFile { try base.create(name) }
    func rename(_ name: String, to newName: String) throws(FileError) {
        try base.rename(name, to: newName)
    }
    func remove(_ name: String) throws(FileError) { try base.remove(name) }
    func sync(_ point: SyncPoint) throws(FileError) { try base.sync(point) }
    func syncParent(_ point: SyncPoint) throws(FileError) { try base.syncParent(point) }
    func checkLock() throws(FileError) { try base.checkLock() }
}
