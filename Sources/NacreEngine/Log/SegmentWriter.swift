internal import NacreFormat

/// Appends frames to one segment's file: the active one of the log, a recovery's, a compaction's.
/// Frames are built in memory and written by `flush`; syncing is a call of its own.
///
/// Invariants:
/// 1. The file holds every byte below `written`; the buffer holds those from there to the end.
/// 2. The file's size is at least `written`, and what lies between is zeros. `fileSize` is at most
///    the file's size.
final class SegmentWriter {
    let header: SegmentHeader
    let file: any StoreFile
    @safe @exclusivity(unchecked) private(set) var summary: SegmentSummary
    /// The file's first `fileSize` bytes.
    @safe @exclusivity(unchecked) private(set) var mapping: MappedBytes
    @safe @exclusivity(unchecked) private var encoder: FrameEncoder
    /// The encoder's, at hand: it is asked several times for each record.
    private let buffer: ByteBuffer
    @safe @exclusivity(unchecked) private(set) var isFrameOpen = false
    /// Where the bytes in the file end.
    @safe @exclusivity(unchecked) private(set) var written: Int
    private var fileSize: Int
    private var step: Int
    /// The state when the buffer was empty last: what a failed flush leaves goes back to it.
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
            // Nothing knows of it.
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

    /// Goes on with a segment that was closed cleanly.
    ///
    /// The close frame is written once more with what follows it, because nobody has synced it: if
    /// the disk could not take it, the system still shows it, and has perhaps told the process
    /// before this one. A power cut would then leave a hole in front of synced commits.
    /// - Parameter cursor: behind its last frame.
    init(
        continuing header: SegmentHeader, file: any StoreFile, cursor: FrameCursor,
        summary: SegmentSummary
    ) throws(FileError) {
        self.header = header
        self.file = file
        self.summary = summary
        // Behind the log there may be a hole of any length: the next step cuts it off.
        fileSize = min(try file.size(), cursor.offset + Self.lastStep)
        let mapping = try file.map(fileSize)
        self.mapping = mapping
        step = Self.firstStep
        let buffer = ByteBuffer(capacity: Format.frameSizeNominal + 4096)
        // The segment's header, if there is no frame, was synced before the segment got its name.
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
    /// Where the next frame begins.
    var cursor: FrameCursor { encoder.cursor }
    /// What is not in the file yet, in bytes.
    var pendingCount: Int { buffer.count }
    /// Behind the last frame that is in the file. What was taken back may have left frames in
    /// memory, of which a power cut knows nothing.
    var end: LogEnd {
        guard pendingCount > 0 else { return LogEnd(cursor: cursor, summary: summary) }
        return LogEnd(cursor: lastFlush.encoder.cursor, summary: lastFlush.summary)
    }
    /// The place of the next byte, by invariant 1.
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
    /// - Returns: its CRC.
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

    /// A whole frame.
    func append(_ header: FrameHeader, payload: (ByteBuffer) -> Void = { _ in }) {
        begin()
        payload(buffer)
        finish(header)
    }

    func count(commit: CommitNumber, records: Int, tombstones: Int) {
        summary.add(commit: commit, records: records, tombstones: tombstones)
    }

    // MARK: Taking frames back

    /// A place to go back to while nothing behind it has been written to the file.
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

    /// Takes back what is behind the mark and not in the file yet.
    /// - Returns: false if something behind the mark is in the file already.
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

    /// Makes the file long enough for what is in memory.
    func makeRoom() throws(FileError) { try makeRoom(for: written + pendingCount) }

    /// Writes all complete frames to the file.
    func flush() throws(FileError) {
        precondition(!isFrameOpen, "a frame is still open")
        let bytes = buffer.view
        guard bytes.count > 0 else { return }
        try makeRoom(for: written + bytes.count)
        try file.write(bytes, at: written)
        written += bytes.count
        buffer.removeAll()
        lastFlush = mark
    }

    /// Lengthens the file in growing steps, so that a small store stays small and a commit's sync
    /// seldom has to make a new size durable. A disk that has no room says so here, before a byte
    /// is written.
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
                // Not for the step ahead, perhaps for what is needed now.
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

    /// Cuts the zeros behind the last frame.
    func trim() throws(FileError) {
        try file.setSize(written)
    }

    /// The bytes from an offset on that this writer still has in memory; nil if the file has them.
    func pendingBytes(at offset: Int) -> ByteView? {
        let bytes = buffer.view
        guard offset >= written, offset - written < bytes.count else { return nil }
        return bytes[offset - written..<bytes.count]
    }
}
