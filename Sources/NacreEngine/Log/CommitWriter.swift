internal import NacreFormat

/// Puts the records of one commit into frames of the active segment: parts, of which the last one
/// makes the commit exist (Formats.md, "Commit").
struct CommitWriter {
    private let segment: SegmentWriter
    private let number: CommitNumber
    private let watermark: Position
    private let time: Int64
    private let prelude: [UInt8]
    private let start: SegmentWriter.Mark
    private var part: UInt32 = 0
    private var countInFrame: UInt32 = 0
    private var recordCRCs = CRC32C()
    private(set) var records = 0
    private(set) var tombstones = 0
    private(set) var hasSchemaChange = false

    init(
        _ number: CommitNumber, in segment: SegmentWriter, watermark: Position, time: Int64,
        prelude: [UInt8]
    ) {
        self.number = number
        self.segment = segment
        self.watermark = watermark
        self.time = time
        self.prelude = prelude
        start = segment.mark
    }

    var isEmpty: Bool { records == 0 && tombstones == 0 && !hasSchemaChange }

    /// Appends one record.
    /// - Parameters:
    ///   - size: about how long it will be, in bytes; large ones get a frame of their own.
    ///   - encode: appends the record to the buffer, or throws and leaves it as it was.
    /// - Returns: where the record stands.
    mutating func append<Failure: Error>(
        _ kind: RecordKind, size: Int, _ encode: (ByteBuffer) throws(Failure) -> Void
    ) throws -> Position {
        try checkRoom(for: size)
        if countInFrame > 0, segment.payloadCount + size > Format.frameSizeNominal {
            try finishPart()
        }
        beginFrameIfNeeded()
        let position = segment.position
        try segment.append { (buffer) throws(Failure) in
            let offset = buffer.count
            try encode(buffer)
            recordCRCs.add(
                buffer.view.load(UInt32.self, at: offset + RecordFields.crc.offset))
        }
        countInFrame += 1
        if kind == .tombstone { tombstones += 1 } else { records += 1 }
        return position
    }

    private func checkRoom(for size: Int) throws(StoreError) {
        guard segment.position.offset + size + Format.frameSizeNominal < Format.segmentSizeMax
        else {
            throw StoreError(
                .limitReached, "One commit cannot be larger than 16 GiB. Commit in smaller steps.",
                file: segment.file.path)
        }
    }

    /// A frame of its own for an entity's schema or for a layout that the commit introduces.
    mutating func append(_ kind: FrameKind, _ encode: (ByteBuffer) -> Void) throws(FileError) {
        if segment.isFrameOpen { try finishPart() }
        beginFrameIfNeeded()
        segment.append { encode($0) }
        try finishPart(kind: kind)
        hasSchemaChange = true
    }

    private func beginFrameIfNeeded() {
        guard !segment.isFrameOpen else { return }
        segment.begin()
        if part == 0 { segment.append { $0.append(prelude) } }
    }

    private mutating func finishPart(
        kind: FrameKind = .records, isLast: Bool = false
    ) throws(FileError) {
        var header = FrameHeader(kind, commit: number, watermark: watermark, time: time)
        header.part = part
        header.count = countInFrame
        if part == 0 {
            header.flags.insert(.first)
            header.preludeLength = UInt16(prelude.count)
        }
        if isLast { header.flags.insert(.last) }
        segment.finish(header)
        part += 1
        countInFrame = 0
        // Written early, so that memory holds one frame of even the largest commit.
        if !isLast { try segment.flush() }
    }

    /// Writes the last part. The commit exists once it is in the file, and survives a power cut
    /// once the file is synced.
    /// - Parameter former: the digest of the commit before.
    mutating func finish(after former: CommitDigest) throws(FileError) -> CommitDigest {
        beginFrameIfNeeded()
        let digest = CommitDigest(records: recordCRCs.value, after: former)
        segment.append { $0.append(digest.rawValue) }
        try finishPart(isLast: true)
        try segment.flush()
        segment.count(commit: number, records: records, tombstones: tombstones)
        return digest
    }

    /// Takes the commit back: parts that are in the file already are voided by an abort frame.
    /// - Returns: whether that was needed.
    func abort() throws(FileError) -> Bool {
        guard !segment.goBack(to: start) else { return false }
        var header = FrameHeader(.abort, commit: number, watermark: watermark, time: time)
        header.count = 0
        segment.append(header) { $0.append(UInt32(0)) }
        try segment.flush()
        return true
    }
}
