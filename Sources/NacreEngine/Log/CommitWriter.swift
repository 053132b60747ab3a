internal import NacreFormat

/// Puts the records of one commit into frames of the active segment: parts, of which the last one
/// makes the commit exist (Formats.md, "Commit").
///
/// One thread at a time works with it, and nobody who is called meanwhile asks it for anything: so
/// accesses do not overlap, and those that every record needs are not checked for it.
final class CommitWriter {
    private let log: Log
    private let segment: SegmentWriter
    private let number: CommitNumber
    private let time: Int64
    private let prelude: [UInt8]
    private let start: Mark
    @safe @exclusivity(unchecked) private var progress = Progress()
    @safe @exclusivity(unchecked) private var countInFrame: UInt32 = 0
    /// Where the payload of the open frame begins.
    @safe @exclusivity(unchecked) private var payloadStart = 0

    /// Whether what is written meanwhile only takes references to what is deleted out of objects.
    @safe @exclusivity(unchecked) var isDeleting = false

    /// Whether earlier parts are in the file already.
    private var isLong = false

    /// What the commit holds so far.
    fileprivate struct Progress {
        /// The number of the next part.
        var part: UInt32 = 0
        var recordCRCs = CRC32C()
        var records = 0
        /// Of these, those that say more than that references to what is deleted are gone.
        var additions = 0
        var tombstones = 0
        var hasSchemaChange = false
    }

    /// A place between two parts of the commit, to go back to.
    struct Mark {
        fileprivate let segment: SegmentWriter.Mark
        fileprivate let progress: Progress
    }

    init(
        _ number: CommitNumber, in log: Log, time: Int64, prelude: [UInt8]
    ) {
        self.number = number
        self.log = log
        segment = log.active
        self.time = time
        self.prelude = prelude
        start = Mark(segment: segment.mark, progress: progress)
    }

    var isEmpty: Bool {
        progress.records == 0 && progress.tombstones == 0 && !progress.hasSchemaChange
    }

    /// Whether there are entities or layouts in it.
    var hasSchemaChange: Bool { progress.hasSchemaChange }

    /// Appends one record.
    /// - Parameters:
    ///   - size: about how long it will be, in bytes; large ones get a frame of their own.
    ///   - encode: appends the record to the buffer, or throws and leaves it as it was.
    /// - Returns: where the record stands.
    func append<Failure: Error>(
        _ kind: RecordKind, size: Int, _ encode: (ByteBuffer) throws(Failure) -> Void
    ) throws -> Position {
        let position = try beginRecord(size)
        try segment.append { (buffer) throws(Failure) in
            let offset = buffer.count
            try encode(buffer)
            progress.recordCRCs.add(
                buffer.view.load(UInt32.self, at: offset + RecordFields.crc.offset))
        }
        count(kind)
        return position
    }

    /// Appends the record of an object.
    /// - Parameter externals: as of ``RecordBuilder/append(row:externals:to:)``.
    /// - Returns: where the record stands.
    func append(
        _ draft: RecordBuilder, row: RowNumber, externals: [Int: ExternalReference]?
    ) throws -> Position {
        let position = try beginRecord(draft.size(externals: externals))
        progress.recordCRCs.add(segment.append(draft, row: row, externals: externals))
        count(.put)
        return position
    }

    /// Makes room for a record in a frame.
    /// - Returns: where it will stand.
    private func beginRecord(_ size: Int) throws -> Position {
        let position = segment.position
        let end = position.offset + size
        try checkRoom(upTo: end)
        if countInFrame > 0, end - payloadStart > Format.frameSizeNominal { try finishPart() }
        if segment.isFrameOpen { return position }
        beginFrame()
        return segment.position
    }

    private func count(_ kind: RecordKind) {
        countInFrame += 1
        switch kind {
        case .tombstone: progress.tombstones += 1
        case .put, .externalValue, .patch:
            progress.records += 1
            if !isDeleting { progress.additions += 1 }
        }
    }

    private func checkRoom(upTo end: Int) throws(StoreError) {
        guard end + Format.frameSizeNominal < Format.segmentSizeMax else {
            throw StoreError(
                .limitReached, "One commit cannot be larger than 16 GiB. Commit in smaller steps.",
                file: segment.file.path)
        }
    }

    /// A frame of its own for an entity's schema or for a layout that the commit introduces.
    func append(_ kind: FrameKind, _ encode: (ByteBuffer) -> Void) throws(FileError) {
        if segment.isFrameOpen { try finishPart() }
        beginFrameIfNeeded()
        segment.append { encode($0) }
        try finishPart(kind: kind)
        progress.hasSchemaChange = true
    }

    private func beginFrameIfNeeded() {
        if !segment.isFrameOpen { beginFrame() }
    }

    private func beginFrame() {
        segment.begin()
        payloadStart = segment.position.offset
        if progress.part == 0 { segment.append { $0.append(prelude) } }
    }

    private func finishPart(
        kind: FrameKind = .records, isLast: Bool = false
    ) throws(FileError) {
        var header = FrameHeader(kind, commit: number, watermark: log.watermark, time: time)
        header.part = progress.part
        header.count = countInFrame
        if progress.part == 0 {
            header.flags.insert(.first)
            header.preludeLength = UInt16(prelude.count)
        }
        if isLast { header.flags.insert(.last) }
        segment.finish(header)
        progress.part += 1
        countInFrame = 0
        // Written early, so that memory holds little of even the largest commit; but not every
        // small part by itself, so that a savepoint costs no call.
        if !isLast, segment.pendingCount > Format.frameSizeNominal {
            isLong = true
            try flushAhead()
            try log.syncIfFarAhead()
        }
    }

    /// Writes the last part. The commit exists once it is in the file, and survives a power cut
    /// once the file is synced.
    /// - Parameter former: the digest of the commit before.
    func finish(after former: CommitDigest) throws(FileError) -> CommitDigest {
        beginFrameIfNeeded()
        let digest = CommitDigest(records: progress.recordCRCs.value, after: former)
        segment.append { $0.append(digest.rawValue) }
        try finishPart(isLast: true)
        segment.count(
            commit: number, records: progress.records, tombstones: progress.tombstones)
        if isLong, log.syncer.syncsEachCommit { try flushAhead() } else { try flush() }
        return digest
    }

    /// The same as ``flush()``, and lets the disk begin with it: before anybody waits for that, the
    /// next part is made, or the trees are.
    private func flushAhead() throws(FileError) {
        let start = segment.written
        try flush()
        segment.file.startWriteBack(start..<segment.written)
    }

    /// Writes what is in memory. What only deletes, or takes back, gets the reserve if the disk is
    /// full.
    private func flush() throws(FileError) {
        do { try log.flush() } catch {
            guard error.isBeforeWriting, error.reason == .diskFull, progress.additions == 0,
                !progress.hasSchemaChange, log.reserve.release()
            else { throw error }
            try log.flush()
        }
    }

    // MARK: Taking back

    /// The present place. The open frame ends here, because whole parts only can be taken back.
    func mark() throws(FileError) -> Mark {
        if segment.isFrameOpen { try finishPart() }
        return Mark(segment: segment.mark, progress: progress)
    }

    /// Takes back what came after a mark: what is still in memory is dropped, and parts that are in
    /// the file are voided by an abort frame. That one is not written yet: what is written last is
    /// always a part, so that an abort never follows on one that has voided the same parts already.
    /// - Returns: whether there is an abort frame.
    @discardableResult
    func goBack(to mark: Mark) -> Bool {
        let isInFile = !segment.goBack(to: mark.segment)
        progress = mark.progress
        countInFrame = 0
        guard isInFile else { return false }
        segment.append(FrameHeader(.abort, commit: number, watermark: log.watermark, time: time)) {
            $0.append(mark.progress.part)
        }
        return true
    }

    /// Takes the whole commit back.
    /// - Returns: whether that had to be written.
    func abort() throws(FileError) -> Bool {
        guard goBack(to: start) else { return false }
        try flush()
        return true
    }
}
