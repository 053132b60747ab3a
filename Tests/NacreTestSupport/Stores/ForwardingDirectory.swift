package import NacreEngine

/// A directory that forwards all calls that it does not implement to another one.
package protocol ForwardingDirectory: StoreDirectory {
    var base: any StoreDirectory { get }
}

extension ForwardingDirectory {
    package var path: String { base.path }
    package func list() throws(FileError) -> [String] { try base.list() }
    package func open(
        _ name: String, _ access: FileAccess
    ) throws(FileError) -> any StoreFile {
        try base.open(name, access)
    }
    package func create(_ name: String) throws(FileError) -> any StoreFile {
        try base.create(name)
    }
    package func rename(_ name: String, to newName: String) throws(FileError) {
        try base.rename(name, to: newName)
    }
    package func remove(_ name: String) throws(FileError) { try base.remove(name) }
    package func sync(_ point: SyncPoint) throws(FileError) { try base.sync(point) }
    package func syncParent(_ point: SyncPoint) throws(FileError) { try base.syncParent(point) }
    package func lock(_ name: String) throws(FileError) -> any FileLock { try base.lock(name) }
    package func checkLock() throws(FileError) { try base.checkLock() }
    package func removeIfMade() { base.removeIfMade() }
}
