internal import NacreFormat

/// A writer that appends frames to the file of one segment: the log's active one, a recovery's, or
/// a compaction's. Frames are built in memory and written by `flush`; syncing is a separate call.
///
/// Invariants:
/// 1. The file holds every byte below `written`; the buffer holds the bytes from there to the end.
/// 2. The file's size is at least `written`, and the bytes after `written` are zeros. `fileSize` is
///    at most the file's size.
/// 3. Only whole frames are written: between frames, the next one begins at the end of the buffer.
/// 4. `lastFlush` is the state in which the file has exactly the bytes below `written`.
final class SegmentWriter: InvariantHolder {
    let header: SegmentHeader
    let file: any StoreFile
    @safe @exclusivity(unchecked) private(set) var summary: SegmentSummary
    /// The mapping of the file's first `fileSize` bytes.
    @safe @exclusivity(unchecked) private(set) var mapping: MappedBytes
    @safe @exclusivity(unchecked) private var encoder: FrameEncoder
    /// The encoder's buffer. Stored here, because it is accessed several times for each record.
    private let buffer: ByteBuffer
    @safe @exclusivity(unchecked) private(set) var isFrameOpen = false
    /// The end of the bytes in the file.
    @safe @exclusivity(unchecked) private(set) var written: Int
    private var fileSize: Int
    private var step: Int
    /// The state after the last flush, or at the beginning. Going back to a mark whose bytes are
    /// already in the file restores this state.
    private var lastFlush: Mark

    private static let firstStep = 64 << 10
    private static let lastStep = 8 << 20

    /// Makes the segment's file with its header, unsynced.
    init(creating header: SegmentHeader, in directory: any StoreDirectory) throws(FileError) {
        self.header = header
        let buffer = ByteBuffer(capacity: Format.frameSizeNominal + 4096)
        header.encode(into: buffer)
        file = try directory.create(FileName.segment(header.number))
        fileSize = Self.firstStep
        step = Self.firstStep
        do throws(FileError) {
            try file.setSize(fileSize)
            try file.write(buffer.view, at: 0)
            mapping = try file.map(fileSize)
        } catch {
            // Nothing refers to the file yet.
            try? directory.remove(FileName.segment(header.number))
            throw error
        }
        self.buffer = buffer
        encoder = FrameEncoder(
            buffer: buffer, cursor: FrameCursor(behind: header, in: buffer.view))
        written = buffer.count
        buffer.removeAll()
        summary = SegmentSummary()
        lastFlush = Mark(encoder: encoder, summary: summary, bufferCount: 0, written: written)
    }

    /// Continues a segment that was closed cleanly.
    ///
    /// The close frame is written again with the frames that follow it, because it was never
    /// synced. If the disk could not store it, the system still shows it, and may have reported the
    /// error to the previous process. A power failure would then leave a hole before synced
    /// commits.
    /// - Parameter cursor: The place after its last frame.
    init(
        continuing header: SegmentHeader, file: any StoreFile, cursor: FrameCursor,
        summary: SegmentSummary
    ) throws(FileError) {
        self.header = header
        self.file = file
        self.summary = summary
        // After the log there may be a hole of any length; the next extension cuts it off.
        fileSize = min(try file.size(), cursor.offset + Self.lastStep)
        let mapping = try file.map(fileSize)
        self.mapping = mapping
        step = Self.firstStep
        let buffer = ByteBuffer(capacity: Format.frameSizeNominal + 4096)
        // If there is no frame: the segment's header was synced before the segment got its name.
        let start = cursor.lastFrameOffset > 0 ? cursor.lastFrameOffset : cursor.offset
        mapping.read { buffer.append($0[start..<cursor.offset]) }
        written = start
        self.buffer = buffer
        encoder = FrameEncoder(buffer: buffer, cursor: cursor)
        lastFlush = Mark(
            encoder: encoder, summary: summary, bufferCount: buffer.count, written: written)
    }

    var number: SegmentNumber { header.number }
    /// Whether the segment holds a commit.
    var hasCommit: Bool { summary.lastCommit > CommitNumber(0) }
    /// The place at which the next frame begins.
    var cursor: FrameCursor { encoder.cursor }
    /// The number of bytes that are not in the file yet.
    var pendingCount: Int { buffer.count }
    /// The place after the last frame that is in the file. Taking back may have left frames in
    /// memory, which a power failure would lose.
    var end: LogEnd {
        guard pendingCount > 0 else { return LogEnd(cursor: cursor, summary: summary) }
        return LogEnd(cursor: lastFlush.encoder.cursor, summary: lastFlush.summary)
    }
    /// The position of the next byte, by invariant 1.
    var position: Position { Position(number, offset: written + buffer.count) }

    // MARK: Building frames

    func begin() {
        encoder.begin()
        isFrameOpen = true
    }

    /// Appends to the open frame's payload.
    func append<Failure: Error>(_ body: (ByteBuffer) throws(Failure) -> Void) throws(Failure) {
        try body(buffer)
    }

    /// Appends the record of an object to the open frame's payload.
    /// - Returns: The CRC of the record.
    func append(
        _ draft: RecordBuilder, row: RowNumber, externals: [Int: ExternalReference]?
    ) -> UInt32 {
        draft.append(row: row, externals: externals, to: buffer)
    }

    func finish(_ header: FrameHeader) {
        let start = encoder.cursor.offset - written
        encoder.finish(header)
        isFrameOpen = false
        summary.add(frame: buffer.view[start..<start + FrameHeaderFields.size])
    }

    /// Appends a whole frame.
    func append(_ header: FrameHeader, payload: (ByteBuffer) -> Void = { _ in }) {
        begin()
        payload(buffer)
        finish(header)
    }

    func count(commit: CommitNumber, records: Int, tombstones: Int) {
        summary.add(commit: commit, records: records, tombstones: tombstones)
    }

    // MARK: Removal of frames

    /// A place to go back to while no later bytes have been written to the file.
    struct Mark {
        fileprivate let encoder: FrameEncoder
        fileprivate let summary: SegmentSummary
        fileprivate let bufferCount: Int
        fileprivate let written: Int
    }

    var mark: Mark {
        Mark(
            encoder: encoder, summary: summary, bufferCount: buffer.count, written: written)
    }

    /// Takes back the bytes after the mark that are not in the file yet.
    /// - Returns: False if some bytes after the mark are in the file already.
    func goBack(to mark: Mark) -> Bool {
        let isBehindFile = mark.written == written
        restore(isBehindFile ? mark : lastFlush)
        return isBehindFile
    }

    private func restore(_ mark: Mark) {
        encoder.cancel()
        isFrameOpen = false
        encoder = mark.encoder
        summary = mark.summary
        buffer.truncate(to: mark.bufferCount)
    }

    // MARK: Writing

    /// Makes the file long enough for the bytes in memory.
    func makeRoom() throws(FileError) { try makeRoom(for: written + pendingCount) }

    /// Writes all complete frames to the file.
    func flush() throws(FileError) {
        let bytes = buffer.view
        guard bytes.count > 0 else { return }
        try makeRoom(for: written + bytes.count)
        try BrokenInvariant.check(beforeWriting: file.path, checkBeforeWriting)
        try file.write(bytes, at: written)
        written += bytes.count
        buffer.removeAll()
        lastFlush = mark
    }

    /// Extends the file in growing steps, so that a small store stays small and a commit's sync
    /// seldom has to make a new size durable. A full disk is detected here, before a byte is
    /// written.
    private func makeRoom(for end: Int) throws(FileError) {
        guard end > fileSize else { return }
        var size = fileSize
        var step = step
        while size < end {
            size += step
            step = min(step * 2, Self.lastStep)
        }
        do throws(FileError) {
            do throws(FileError) {
                try extend(to: min(size, max(end, Format.segmentSizeMax)))
            } catch {
                // There may be no room for the whole step, but enough for the bytes at hand.
                try extend(to: end)
            }
        } catch {
            throw error.beforeWriting
        }
        self.step = step
    }

    private func extend(to size: Int) throws(FileError) {
        try file.setSize(size)
        mapping = try file.map(size)
        fileSize = size
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        try file.sync(point)
    }

    /// Cuts off the zeros after the last frame.
    func trim() throws(FileError) {
        try file.setSize(written)
    }

    /// Returns the bytes from an offset on that this writer still has in memory; nil if they are in
    /// the file.
    func pendingBytes(at offset: Int) -> ByteView? {
        let bytes = buffer.view
        guard offset >= written, offset - written < bytes.count else { return nil }
        return bytes[offset - written..<bytes.count]
    }
}

extension SegmentWriter {
    /// Checks the invariants between two frames.
    func checkInvariants() throws(BrokenInvariant) {
        try checkFrames()
        // A drive that does not answer breaks no invariant.
        guard let size = try? file.size() else { return }
        try Self.require(
            written <= fileSize && fileSize <= size, 2,
            "\(written) bytes are written, \(fileSize) are mapped, the file has \(size)")
    }

    private func checkFrames() throws(BrokenInvariant) {
        try Self.require(!isFrameOpen, 3, "a frame is still open")
        let end = written + buffer.count
        try Self.require(
            encoder.cursor.offset == end, 3,
            "the next frame begins at \(encoder.cursor.offset), the bytes end at \(end)")
        try Self.require(
            lastFlush.written == written, 4,
            "the last flush ended at \(lastFlush.written), the file at \(written)")
    }

    /// Checks that the bytes in memory continue those in the file.
    private func checkBeforeWriting() throws(BrokenInvariant) {
        try checkFrames()
        let end = written + buffer.count
        try Self.require(end <= fileSize, 2, "the file ends at \(fileSize), the bytes at \(end)")
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        func breakInvariant(_ number: Int) {
            switch number {
            case 2: fileSize = written - 1
            case 3: isFrameOpen = true
            default:
                lastFlush = Mark(
                    encoder: encoder, summary: summary, bufferCount: 0, written: written + 8)
            }
        }
    #endif
}
