/// Everything the engine needs from an operating system. The real implementation is
/// ``POSIXFileSystem``. ``MemoryFileSystem`` keeps a store in memory. Tests provide disks that
/// fail.
package protocol FileSystem: Sendable {
    /// Opens a directory.
    /// - Parameters:
    ///   - path: The path as the user gave it.
    ///   - creating: Whether to make the directory if it does not exist.
    func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory

    /// Returns whether a path leads to a directory or to a place inside it at any depth, by
    /// whatever names both are reached. Nothing needs to exist at the path yet.
    /// - Parameter directory: The path of an existing directory.
    func isPath(_ path: String, within directory: String) throws(FileError) -> Bool

    /// Returns a path that does not depend on the working directory of this process. It is not
    /// simplified, because the parent of a linked directory is not the one that its path names.
    func absolutePath(_ path: String) throws(FileError) -> String
}

extension FileSystem {
    /// Returns the path itself, which is correct if there is no working directory.
    package func absolutePath(_ path: String) throws(FileError) -> String { path }

    /// Compares the paths as text, which is correct if each directory has only one path.
    package func isPath(_ path: String, within directory: String) throws(FileError) -> Bool {
        func parts(_ path: String) -> [[UInt8]] {
            path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
        }
        return parts(path).starts(with: parts(directory))
    }
}

/// The directory of one store. Names are the engine's own (see ``FileName``), never paths.
package protocol StoreDirectory: AnyObject, Sendable {
    var path: String { get }
    /// Returns the names of all files in the directory, in no particular order.
    func list() throws(FileError) -> [String]
    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile
    /// Makes a file that must not exist yet, readable and writable by its owner only.
    func create(_ name: String) throws(FileError) -> any StoreFile
    /// Makes a file that shares its bytes on the disk with another one, as a clone or as another
    /// name of it. Neither file may be written to from then on.
    /// - Parameter file: A file of any directory.
    /// - Returns: false if that is not possible. Then there is no new file.
    func share(_ file: any StoreFile, as name: String) -> Bool
    /// Renames a file. An existing `newName` is replaced atomically.
    func rename(_ name: String, to newName: String) throws(FileError)
    func remove(_ name: String) throws(FileError)
    /// Makes the directory's entries durable.
    func sync(_ point: SyncPoint) throws(FileError)
    /// Makes the directory itself durable, as an entry of its parent directory.
    func syncParent(_ point: SyncPoint) throws(FileError)
    /// Takes the writer's lock. It is a kernel lock, so it ends with the process.
    func lock(_ name: String) throws(FileError) -> any FileLock
    /// Returns the identity of a lock in this directory, by whatever path the directory was opened.
    /// - Returns: nil if the lock does not exist, or if it cannot be told from others.
    func lockIdentity(_ name: String) -> LockIdentity?
    /// Throws if the path by which the directory was opened no longer leads to the lock taken here,
    /// because the directory or the lock was moved, removed or replaced. Does not throw if this
    /// process merely has no permission to look there any more.
    func checkLock() throws(FileError)
    /// Removes the directory itself if opening it created it and it is empty.
    func removeIfMade()
}

extension StoreDirectory {
    package func share(_ file: any StoreFile, as name: String) -> Bool { false }
    package func lockIdentity(_ name: String) -> LockIdentity? { nil }
    package func checkLock() throws(FileError) {}
    package func removeIfMade() {}
}

package enum FileAccess: Sendable {
    case reading
    case writing
}

/// A lock, held until it is released or the process ends.
package protocol FileLock: AnyObject, Sendable {
    func release()
    /// Announces that the lock will be released soon without any further action. Other attempts of
    /// this process to take it then wait.
    func announceRelease()
}

extension FileLock {
    package func announceRelease() {}
}

/// The places where the engine makes something durable. A simulated disk ignores one of them at a
/// time, and the crash tests must detect it.
package enum SyncPoint: String, Sendable, CaseIterable {
    /// The frames of a commit, before it is acknowledged.
    case commit
    /// A new segment's header, before the manifest names it.
    case newSegment
    /// The directory entry of a new segment, before the manifest names it.
    case newSegmentEntry
    /// A segment's seal, before the next segment is written to.
    case seal
    /// The rewritten tail of an unclean open, before the manifest names its segment.
    case recoveredTail
    /// A compaction's output, before the manifest names it.
    case compactionOutput
    /// The log, before a manifest is published that depends on its commits.
    case logBeforeManifest
    /// The log up to a checkpoint's commit, before a manifest names the checkpoint.
    case logBeforeCheckpoint
    /// A checkpoint, before the manifest names it.
    case checkpoint
    /// A checkpoint's directory entry, before the manifest names it.
    case checkpointEntry
    /// A run of a full-text index, before a checkpoint names it.
    case searchRun
    /// A manifest's text, before it takes its name.
    case manifest
    /// The manifest's directory entry, before anything it no longer names is removed, and before
    /// a writer relies on a manifest that it found.
    case manifestEntry
    /// The store's directory, before its first manifest is in place.
    case storeEntry
    /// The directory of a backup, before its first manifest is in place.
    case backupEntry
    /// A copied segment, before it takes its name in the backup.
    case backupSegment
    /// The directory entry of a copied segment, before the backup's manifest names it.
    case backupSegmentEntry
    /// The mark of a backup, before any file that it mentions is renamed into place.
    case backupMark
}
