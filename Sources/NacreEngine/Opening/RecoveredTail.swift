internal import NacreFormat

/// The copy that a recovery has made of the unproven tail, read back from its file. It gives the
/// rows the new positions of their records, so that the store need not be loaded again.
struct RecoveredTail {
    private let tail: UnprovenTail
    private let catalog: Catalog
    private let pool: NodePool
    let header: SegmentHeader
    private(set) var roots: [EntityRoots]
    private(set) var usage: StoreUsage
    private(set) var scan: SegmentScan
    /// The number of parts of commits that were found in the copy.
    private var count = 0

    /// Reads the copy.
    /// - Parameters:
    ///   - view: The bytes of the new segment.
    ///   - store: The store with the original. Its rows are not used afterwards.
    ///   - pool: The pool of its nodes.
    /// - Throws: An error if the file holds anything else than what was written to it.
    init(
        _ tail: UnprovenTail, in view: ByteView, of store: LoadedStore, _ pool: NodePool
    ) throws(FormatError) {
        self.tail = tail
        self.pool = pool
        catalog = store.catalog
        roots = store.roots
        usage = store.usage
        header = try SegmentHeader.decode(view)
        scan = SegmentScan(
            start: FrameCursor(behind: header, in: view), behind: header.lastCommitBefore)
        usage.add(SegmentUsage(header.number))
        try read(view)
        usage.setLength(scan.cursor.offset, of: header.number)
        if tail.keepsSegment {
            usage.setLength(tail.start.cursor.offset, of: tail.start.cursor.segment)
        } else {
            usage.remove(tail.start.cursor.segment)
        }
    }

    private mutating func read(_ view: ByteView) throws(FormatError) {
        var scanner = FrameScanner(view, from: scan.cursor)
        var step = scanner.next()
        while case .frame(let frame) = step {
            scan.lastFrame = frame.header
            scan.watermark = max(scan.watermark, frame.header.watermark)
            scan.summary.add(frame: frame.headerBytes)
            scan.cursor = scanner.cursor
            if frame.header.isPartOfCommit { try add(frame) }
            step = scanner.next()
        }
        guard case .end(.endOfLog) = step, scan.lastFrame?.kind == .close,
            count == tail.frames.count
        else {
            throw FormatError(
                .badValue, structure: "segment", field: "frames", offset: scan.cursor.offset,
                expected: "\(tail.frames.count) parts of commits, and a close frame",
                found: "\(count)")
        }
        scan.endCommit(tail.frames.last?.header.commit ?? tail.start.lastCommit)
    }

    /// Adds a part of a commit, after comparing it with the original.
    private mutating func add(_ copy: Frame) throws(FormatError) {
        guard count < tail.frames.count, copy.isCopy(of: tail.frames[count]) else {
            throw copy.bad("payload", "that of the frame it is a copy of", "another one")
        }
        let original = tail.frames[count]
        count += 1
        var (records, tombstones) = (0, 0)
        if copy.header.kind == .records {
            var group = copy.group
            while let (record, offset) = try group.next() {
                move(record, from: original.recordsOffset + offset - copy.recordsOffset, to: offset)
                if record.kind == .tombstone { tombstones += 1 } else { records += 1 }
            }
        }
        scan.summary.add(commit: copy.header.commit, records: records, tombstones: tombstones)
    }

    /// Moves a record to its copy.
    private mutating func move(_ record: RecordView, from: Int, to: Int) {
        let from = Position(tail.start.cursor.segment, offset: from)
        let to = Position(header.number, offset: to)
        let row = record.row.rawValue
        let entity = record.entity(in: catalog)
        // Later records have replaced the others.
        let isLive = roots[entity].rows[row] == from.rawValue
        if isLive { roots[entity].rows.set(row, to: to.rawValue, pool: pool) }
        usage.replace(
            record.kind ?? .put, at: from, by: to, size: record.paddedLength, isLive: isLive)
    }
}

extension RecordView {
    /// Returns the number of the record's entity, of a record that a load has read.
    fileprivate func entity(in catalog: Catalog) -> Int {
        let entity = catalog.layout(layout)?.entity ?? .externalValue
        return Int(entity.rawValue)
    }
}

extension Frame {
    /// Returns whether a recovery has made this frame of another one.
    fileprivate func isCopy(of other: Frame) -> Bool {
        header.kind == other.header.kind && header.flags == other.header.flags
            && header.part == other.header.part && header.commit == other.header.commit
            && header.count == other.header.count
            && header.preludeLength == other.header.preludeLength
            && payload.count == other.payload.count
            && header.payloadCRC == other.header.payloadCRC
    }
}
