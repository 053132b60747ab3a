internal import NacreFormat

/// A writer of the records of one commit to frames of the active segment. A commit consists of
/// parts; the last one makes the commit exist (Formats.md, "Commit").
///
/// Invariants:
/// 1. Between two parts, the finished parts count exactly the records that were appended.
///
/// One thread at a time uses it, and code that it calls never calls back into it. So accesses never
/// overlap, and exclusivity checks are off for the properties that every record needs.
final class CommitWriter: InvariantHolder {
    private let log: Log
    private let segment: SegmentWriter
    private let number: CommitNumber
    private let time: Int64
    private let prelude: [UInt8]
    private let start: Mark
    @safe @exclusivity(unchecked) private var progress = Progress()
    @safe @exclusivity(unchecked) private var countInFrame: UInt32 = 0
    /// The offset at which the payload of the open frame begins.
    @safe @exclusivity(unchecked) private var payloadStart = 0

    /// Whether the records written meanwhile only remove references to deleted objects.
    @safe @exclusivity(unchecked) var isDeleting = false

    /// Whether earlier parts are in the file already.
    private var isLong = false

    /// The content of the commit so far.
    fileprivate struct Progress {
        /// The number of the next part.
        var part: UInt32 = 0
        /// The number of records in finished parts.
        var recordsInParts = 0
        var recordCRCs = CRC32C()
        var records = 0
        /// The number of those records that do more than remove references to deleted objects.
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

    /// Whether the commit contains entities or layouts.
    var hasSchemaChange: Bool { progress.hasSchemaChange }

    /// Appends one record.
    /// - Parameters:
    ///   - size: The approximate size of the record, in bytes. Large records get a frame of their
    ///     own.
    ///   - encode: Appends the record to the buffer, or throws and leaves the buffer unchanged.
    /// - Returns: The position of the record.
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
    /// - Parameter externals: As in ``RecordBuilder/append(row:externals:to:)``.
    /// - Returns: The position of the record.
    func append(
        _ draft: RecordBuilder, row: RowNumber, externals: [Int: ExternalReference]?
    ) throws -> Position {
        let position = try beginRecord(draft.size(externals: externals))
        progress.recordCRCs.add(segment.append(draft, row: row, externals: externals))
        count(.put)
        return position
    }

    /// Makes room for a record in a frame.
    /// - Returns: The position at which the record will be.
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

    /// Appends a frame for an entity's schema or for a layout that the commit introduces.
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
        progress.recordsInParts += Int(countInFrame)
        countInFrame = 0
        // Written early, so that even the largest commit needs little memory. Small parts are not
        // written separately, so that a savepoint costs no system call.
        if !isLast, segment.pendingCount > Format.frameSizeNominal {
            isLong = true
            try flushAhead()
            try log.syncIfFarAhead()
        }
    }

    /// Writes the last part. The commit exists once it is in the file, and survives a power failure
    /// once the file is synced.
    /// - Parameter former: The digest of the previous commit.
    func finish(after former: CommitDigest) throws(FileError) -> CommitDigest {
        beginFrameIfNeeded()
        let digest = CommitDigest(records: progress.recordCRCs.value, after: former)
        segment.append { $0.append(digest.rawValue) }
        try finishPart(isLast: true)
        try BrokenInvariant.check(beforeWriting: segment.file.path) {
            () throws(BrokenInvariant) in
            try checkInvariants()
            try log.checkNamed(segment)
        }
        segment.count(
            commit: number, records: progress.records, tombstones: progress.tombstones)
        if isLong, log.syncer.syncsEachCommit { try flushAhead() } else { try flush() }
        return digest
    }

    /// Flushes, and starts the write-back to disk. It overlaps with making the next part or the
    /// trees, before anything waits for it.
    private func flushAhead() throws(FileError) {
        let start = segment.written
        try flush()
        segment.file.startWriteBack(start..<segment.written)
    }

    /// Writes the bytes in memory. If the disk is full, releases the reserve for commits that only
    /// delete, and for aborts.
    private func flush() throws(FileError) {
        do { try log.flush() } catch {
            guard error.isBeforeWriting, error.reason == .diskFull, progress.additions == 0,
                !progress.hasSchemaChange, log.reserve.release()
            else { throw error }
            try log.flush()
        }
    }

    // MARK: Marks and aborts

    /// Returns the current place. Ends the open frame, because only whole parts can be taken back.
    func mark() throws(FileError) -> Mark {
        if segment.isFrameOpen { try finishPart() }
        return Mark(segment: segment.mark, progress: progress)
    }

    /// Takes back everything after a mark. Bytes in memory are dropped; parts in the file are
    /// voided by an abort frame. The abort frame is not written yet. So the bytes written last are
    /// always those of a part, and an abort never follows one that has voided the same parts.
    /// - Returns: Whether there is an abort frame.
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
    /// - Returns: Whether an abort frame had to be written.
    func abort() throws(FileError) -> Bool {
        guard goBack(to: start) else { return false }
        try flush()
        return true
    }
}

extension CommitWriter {
    /// Checks the invariants between two parts.
    private func checkInvariants() throws(BrokenInvariant) {
        let records = progress.records + progress.tombstones
        try Self.require(
            progress.recordsInParts == records && countInFrame == 0, 1,
            "\(records) records were appended, the parts count \(progress.recordsInParts)")
    }

    #if NACRE_CHECKS
        /// Breaks an invariant, to test its check.
        func breakInvariant(_: Int) { progress.tombstones += 1 }
    #endif
}
