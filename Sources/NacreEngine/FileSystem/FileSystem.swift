package import NacreFormat

/// Everything the engine asks of an operating system, and nothing else. The real one is
/// ``POSIXFileSystem``; ``MemoryFileSystem`` keeps a store in memory; tests bring disks that fail.
package protocol FileSystem: Sendable {
    /// Opens a directory.
    /// - Parameters:
    ///   - path: as the user gave it.
    ///   - creating: whether to make it if it is not there.
    func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory

    /// Whether what is or would be made at a path is a directory, or lies inside it at any depth,
    /// by whatever names both are reached.
    /// - Parameter directory: the path of one that is there.
    func isPath(_ path: String, within directory: String) throws(FileError) -> Bool
}

extension FileSystem {
    /// Compares texts: right where a directory has one path only.
    package func isPath(_ path: String, within directory: String) throws(FileError) -> Bool {
        func parts(_ path: String) -> [[UInt8]] {
            path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
        }
        return parts(path).starts(with: parts(directory))
    }
}

/// The directory of one store. Names are the engine's own (see ``FileName``), never a path.
package protocol StoreDirectory: AnyObject, Sendable {
    var path: String { get }
    /// The names of everything in it, in no order.
    func list() throws(FileError) -> [String]
    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile
    /// Makes a file that is not there yet, readable and writable by its owner only.
    func create(_ name: String) throws(FileError) -> any StoreFile
    /// Replaces `newName` if it exists, at once and wholly.
    func rename(_ name: String, to newName: String) throws(FileError)
    func remove(_ name: String) throws(FileError)
    /// Makes the directory's entries durable.
    func sync(_ point: SyncPoint) throws(FileError)
    /// Makes the directory itself durable, as an entry of the directory that holds it.
    func syncParent(_ point: SyncPoint) throws(FileError)
    /// Takes the writer's lock: of the kernel, so it ends with the process.
    func lock(_ name: String) throws(FileError) -> any FileLock
    /// Throws if the lock that was taken here is no longer the one that others find by the path
    /// that the directory was opened by: it was moved, removed or replaced, or one of the two. Not
    /// if this process merely may not look there any more.
    func checkLock() throws(FileError)
    /// Removes the directory itself if opening it made it and nothing is in it.
    func removeIfMade()
}

extension StoreDirectory {
    package func checkLock() throws(FileError) {}
    package func removeIfMade() {}
}

/// An open file. Offsets and sizes are in bytes. Closed when the last reference goes.
package protocol StoreFile: AnyObject, Sendable {
    var path: String { get }
    func size() throws(FileError) -> Int
    /// Where the last bytes of the file end that take room on the disk, or a little behind that:
    /// from there to its size it is a hole, which reads as zeros.
    func endOfData() throws(FileError) -> Int
    /// Whether the file can also be found by another name, as a copy made of hard links. It may
    /// belong to somebody else, so nothing is written to it.
    func hasOtherNames() throws(FileError) -> Bool
    /// Writes all of `bytes`, or throws.
    func write(_ bytes: ByteView, at offset: Int) throws(FileError)
    /// Lengthens the file with zeros for which there is room on the disk, or cuts it.
    func setSize(_ size: Int) throws(FileError)
    /// Lets the disk begin with bytes that were written, so that the next sync has less to wait
    /// for. Promises nothing, and reports nothing: what the disk could not take, that sync tells.
    func startWriteBack(_ range: Range<Int>)
    /// Makes the file's bytes and size durable.
    func sync(_ point: SyncPoint) throws(FileError)
    /// The first `count` bytes, readable in place. Bytes written later within it show through.
    func map(_ count: Int) throws(FileError) -> MappedBytes
    /// The first `count` bytes in memory that nobody else has: what is written there changes no
    /// file and is seen through no other mapping.
    func mapPrivately(_ count: Int) throws(FileError) -> MappedBytes
    /// The bytes of a range, or as many as there are, in memory of their own: whatever another
    /// process does to the file, reading them cannot fail. A mapping of what it cuts off would.
    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes
}

extension StoreFile {
    /// Leaves it to the sync.
    package func startWriteBack(_ range: Range<Int>) {}

    package func hasOtherNames() throws(FileError) -> Bool { false }

    /// As if there were no holes.
    package func endOfData() throws(FileError) -> Int { try size() }

    /// How many bytes of a segment's file to read: all without the zeros at its end, but for as
    /// many as the last frame may end with. The file itself may be of any length.
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

    /// The CRC of all bytes, read piece by piece.
    func crc() throws(FileError) -> UInt32 {
        let size = try size()
        var crc = CRC32C()
        for start in stride(from: 0, to: size, by: 1 << 20) {
            let piece = try copy(start..<min(start + 1 << 20, size))
            piece.read { crc.add($0) }
        }
        return crc.value
    }

    /// The first `count` bytes, or as many as there are.
    package func copy(_ count: Int) throws(FileError) -> MappedBytes { try copy(0..<count) }

    /// By a copy.
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

/// Held until released or the process ends.
package protocol FileLock: AnyObject, Sendable {
    func release()
    /// Says that it will be released soon, without anybody's doing: another attempt of this process
    /// to take it waits for that.
    func announceRelease()
}

extension FileLock {
    package func announceRelease() {}
}

/// Each place where the engine makes something durable, by name: a simulated disk ignores one at a
/// time, and the crash tests have to notice.
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
    /// The store's directory, before its first manifest stands.
    case storeEntry
    /// The directory of a backup, before its first manifest stands.
    case backupEntry
    /// A copied segment, before it takes its name in the backup.
    case backupSegment
    /// The directory entry of a copied segment, before the backup's manifest names it.
    case backupSegmentEntry
    /// What a backup says of itself, before anything that it speaks of takes its place.
    case backupMark
}
