internal import NacreFormat

/// The directory of a backup, in which new segments get the names of staged ones.
final class StagedSegments: StoreDirectory {
    private let base: any StoreDirectory

    init(_ base: any StoreDirectory) { self.base = base }

    var path: String { base.path }

    private func place(_ name: String) -> String {
        FileName.segmentNumber(name).map(FileName.staged) ?? name
    }

    func list() throws(FileError) -> [String] { try base.list() }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        try base.open(place(name), access)
    }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        // An unfinished backup may have left it.
        try? base.remove(place(name))
        return try base.create(place(name))
    }

    func rename(_ name: String, to newName: String) throws(FileError) {
        try base.rename(place(name), to: place(newName))
    }

    func remove(_ name: String) throws(FileError) { try base.remove(place(name)) }
    func sync(_ point: SyncPoint) throws(FileError) { try base.sync(point) }
    func syncParent(_ point: SyncPoint) throws(FileError) { try base.syncParent(point) }
    func lock(_ name: String) throws(FileError) -> any FileLock { try base.lock(name) }
}
