package import NacreFormat

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
}

extension FileSystem {
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
    /// Renames a file. An existing `newName` is replaced atomically.
    func rename(_ name: String, to newName: String) throws(FileError)
    func remove(_ name: String) throws(FileError)
    /// Makes the directory's entries durable.
    func sync(_ point: SyncPoint) throws(FileError)
    /// Makes the directory itself durable, as an entry of its parent directory.
    func syncParent(_ point: SyncPoint) throws(FileError)
    /// Takes the writer's lock. It is a kernel lock, so it ends with the process.
    func lock(_ name: String) throws(FileError) -> any FileLock
    /// Throws if the path by which the directory was opened no longer leads to the lock taken here,
    /// because the directory or the lock was moved, removed or replaced. Does not throw if this
    /// process merely has no permission to look there any more.
    func checkLock() throws(FileError)
    /// Removes the directory itself if opening it created it and it is empty.
    func removeIfMade()
}

extension StoreDirectory {
    package func checkLock() throws(FileError) {}
    package func removeIfMade() {}
}

/// An open file, closed when its last reference is released. Offsets and sizes are in bytes.
package protocol StoreFile: AnyObject, Sendable {
    var path: String { get }
    func size() throws(FileError) -> Int
    /// Returns the end of the file's last bytes that occupy disk space, or a slightly larger
    /// offset. From there to its size, the file is a hole, which reads as zeros.
    func endOfData() throws(FileError) -> Int
    /// Whether the file has other names (hard links). Another program may then own it, so nothing
    /// is written to it.
    func hasOtherNames() throws(FileError) -> Bool
    /// Writes all of `bytes`, or throws.
    func write(_ bytes: ByteView, at offset: Int) throws(FileError)
    /// Extends the file with zeros backed by allocated disk space, or truncates it.
    func setSize(_ size: Int) throws(FileError)
    /// Lets the disk start writing these bytes back, so the next sync has less to wait for. Best
    /// effort: it guarantees nothing and reports no error. The next sync reports any failure.
    func startWriteBack(_ range: Range<Int>)
    /// Makes the file's bytes and size durable.
    func sync(_ point: SyncPoint) throws(FileError)
    /// Maps the first `count` bytes for reading in place. Bytes written to this range later are
    /// visible in the mapping.
    func map(_ count: Int) throws(FileError) -> MappedBytes
    /// Maps the first `count` bytes privately. Writes to this memory change no file and are visible
    /// in no other mapping.
    func mapPrivately(_ count: Int) throws(FileError) -> MappedBytes
    /// Copies the bytes of a range, or as many as exist, into separate memory. Reading the copy
    /// cannot fail, whatever another process does to the file. Reading a mapping fails if its file
    /// is truncated.
    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes
}

extension StoreFile {
    /// Does nothing: the sync writes everything.
    package func startWriteBack(_ range: Range<Int>) {}

    package func hasOtherNames() throws(FileError) -> Bool { false }

    /// Returns the size, as for a file without holes.
    package func endOfData() throws(FileError) -> Int { try size() }

    /// Returns the number of bytes of a segment's file to read. Trailing zeros are left out, except
    /// for as many as the header of the last frame may end with. The file itself may be of any
    /// length.
    package func countToRead() throws(FileError) -> Int {
        let size = min(try size(), Format.segmentSizeMax)
        var end = min(size, try endOfData())
        var piece = 4096
        while end > 0 {
            let start = max(0, end - piece)
            let used = try copy(start..<end).read(\.countWithoutTrailingZeros)
            if used > 0 {
                end = start + used
                break
            }
            end = start
            piece = min(piece * 4, 1 << 20)
        }
        return min(size, max(SegmentHeaderFields.size, end + FrameHeaderFields.size))
    }

    /// Returns the CRC of all bytes, which are read in pieces of 1 MiB.
    func crc() throws(FileError) -> UInt32 {
        let size = try size()
        var crc = CRC32C()
        for start in stride(from: 0, to: size, by: 1 << 20) {
            let piece = try copy(start..<min(start + 1 << 20, size))
            piece.read { crc.add($0) }
        }
        return crc.value
    }

    /// Copies the first `count` bytes, or as many as exist.
    package func copy(_ count: Int) throws(FileError) -> MappedBytes { try copy(0..<count) }

    /// Maps a copy of the bytes.
    package func mapPrivately(_ count: Int) throws(FileError) -> MappedBytes {
        let content = MemoryContent()
        try map(count).read { content.write($0, at: 0) }
        return content.map(count)
    }
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
