package import NacreFormat

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
