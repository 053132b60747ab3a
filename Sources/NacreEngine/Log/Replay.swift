internal import NacreFormat

/// Builds the state of a store from its segments: of all puts and tombstones of a row, the one with
/// the highest commit number holds, wherever it stands.
///
/// Everything here comes from files and is checked: frames by their scanner, records by their CRC
/// and against their layout, commits by their numbers and digests.
final class Replay {
    private let pool: NodePool
    /// Commit numbers by row, of every entity; needed only while replaying.
    private let commitPool = NodePool(slabs: NodeSlabs())
    private var commits: [RowTable] = []
    private(set) var catalog = Catalog.empty
    private(set) var roots: [EntityRoots] = [EntityRoots()]
    private(set) var lastCommit = CommitNumber(0)
    private(set) var lastTime: Int64 = 0
    private(set) var lastDigest = CommitDigest.none
    private var parts = PendingParts()

    init(pool: NodePool) { self.pool = pool }

    /// Replays one segment.
    /// - Parameter view: its bytes from the start to its valid length, or to the end of the file.
    func replay(_ view: ByteView, header: SegmentHeader) throws(FormatError) -> SegmentScan {
        let start = FrameCursor(behind: header, in: view)
        var scan = SegmentScan(start: start)
        var scanner = FrameScanner(view, from: start)
        parts = PendingParts()
        if header.origin != .compacted, header.lastCommitBefore != lastCommit {
            throw FormatError(
                .badValue, structure: "segment header", field: "last commit before",
                offset: SegmentHeaderFields.lastCommitBefore.offset, expected: "\(lastCommit)",
                found: "\(header.lastCommitBefore)")
        }
        while true {
            switch scanner.next() {
            case .frame(let frame):
                try add(frame, header.number, &scan)
                scan.cursor = scanner.cursor
                if parts.isEmpty { scan.committed = scanner.cursor }
            case .end(let end):
                scan.end = end
                if case .unsupported(let error) = end { throw error }
                if case .invalid = end { scan.watermarkAhead = scanner.highestWatermarkAhead() }
                return scan
            }
        }
    }

    private func add(
        _ frame: Frame, _ segment: SegmentNumber, _ scan: inout SegmentScan
    ) throws(FormatError) {
        let header = frame.header
        scan.lastKind = header.kind
        scan.watermark = max(scan.watermark, header.watermark)
        if header.kind == .seal {
            scan.seal = try Seal.decode(frame)
            return
        }
        scan.summary.add(frame: frame.headerBytes)
        if header.isPartOfCommit, header.commit != lastCommit.next {
            let expected = lastCommit.next.map { "\($0)" } ?? "no more commits"
            throw frame.bad("commit number", expected, "\(header.commit)")
        }
        if let commit = try parts.add(frame) { try add(commit, segment, &scan) }
        guard !header.isPartOfCommit else { return }
        switch header.kind {
        case .schema: try add(EntitySchema.decode(frame), frame)
        case .layout: try add(Layout.decode(frame), frame)
        case .replaces: scan.replaces = try Replaces.decode(frame)
        case .compacted: try addRuns(frame, segment, &scan)
        case .open, .close, .confirm, .abort, .seal, .records, nil: break
        }
    }

    /// Replays a whole commit of the log.
    private func add(
        _ parts: [Frame], _ segment: SegmentNumber, _ scan: inout SegmentScan
    ) throws(FormatError) {
        var crcs = CRC32C()
        var records = 0
        var tombstones = 0
        guard let last = parts.last, let digest = last.digest else { return }
        for part in parts {
            switch part.header.kind {
            case .schema: try add(EntitySchema.decode(part), part)
            case .layout: try add(Layout.decode(part), part)
            default:
                let count = try add(
                    part.records, at: part.recordsOffset, segment, last.header.commit
                ) { record in
                    crcs.add(record.storedCRC)
                    if record.kind == .tombstone { tombstones += 1 } else { records += 1 }
                }
                guard count == part.header.count else {
                    throw part.bad("count", "\(count)", "\(part.header.count)")
                }
            }
        }
        let expected = CommitDigest(records: crcs.value, after: lastDigest)
        guard digest == expected else {
            throw last.bad("digest", expected.rawValue.hex, digest.rawValue.hex)
        }
        lastCommit = last.header.commit
        lastTime = last.header.time
        lastDigest = digest
        scan.summary.add(commit: lastCommit, records: records, tombstones: tombstones)
    }

    // MARK: Runs of a compacted segment

    private func addRuns(
        _ frame: Frame, _ segment: SegmentNumber, _ scan: inout SegmentScan
    ) throws(FormatError) {
        var reader = ByteReader(
            frame.payload, structure: "run", origin: frame.payloadOffset)
        for _ in 0..<frame.header.count {
            let (run, bytes) = try Run.decode(&reader)
            var tombstones = 0
            let offset = frame.payloadOffset + reader.offset - bytes.count
            let count = try add(bytes, at: offset, segment, run.commit) { record in
                if record.kind == .tombstone { tombstones += 1 }
            }
            guard count == run.records else {
                throw frame.bad("records of a run", "\(count)", "\(run.records)")
            }
            if run.commit >= lastCommit {
                lastCommit = run.commit
                lastTime = run.time
                lastDigest = run.digest
            }
            scan.summary.add(
                commit: run.commit, records: Int(count) - tombstones, tombstones: tombstones)
        }
        guard reader.remaining == 0 else {
            throw frame.bad("payload", "\(frame.header.count) runs", "more bytes")
        }
    }

    // MARK: Records

    /// Replays a group of records, one after another.
    /// - Returns: how many there were.
    private func add(
        _ group: ByteView, at origin: Int, _ segment: SegmentNumber, _ commit: CommitNumber,
        each: (RecordView) -> Void
    ) throws(FormatError) -> UInt32 {
        var offset = 0
        var count: UInt32 = 0
        while offset < group.count {
            let record = try RecordView.read(group, at: offset, origin: origin)
            let position = Position(segment, offset: origin + offset)
            try add(record, position, commit)
            each(record)
            offset += record.paddedLength
            count += 1
        }
        guard offset == group.count else {
            throw FormatError(
                .badValue, structure: "record", field: "padding", offset: origin + group.count,
                expected: "\(offset - group.count) bytes more", found: "the end of the group")
        }
        return count
    }

    private func add(
        _ record: RecordView, _ position: Position, _ commit: CommitNumber
    ) throws(FormatError) {
        let entity = try entity(of: record, position)
        let row = record.row.rawValue
        while commits.count <= entity { commits.append(RowTable()) }
        while roots.count <= entity { roots.append(EntityRoots()) }
        guard row < .max else {
            throw FormatError(
                .badValue, structure: "record", field: "row", offset: position.offset,
                expected: "below \(UInt32.max)", found: "\(row)")
        }
        guard commit.rawValue >= commits[entity][row] else { return }
        commits[entity].set(row, to: commit.rawValue, pool: commitPool)
        let word = record.kind == .tombstone ? 0 : position.rawValue
        roots[entity].rows.set(row, to: word, pool: pool)
        roots[entity].rowsEnd = max(roots[entity].rowsEnd, row + 1)
    }

    /// The entity's number, once the record is known to be readable.
    private func entity(
        of record: RecordView, _ position: Position
    ) throws(FormatError) -> Int {
        if record.layout == .externalValue {
            guard record.kind != .put else {
                throw FormatError(
                    .badValue, structure: "record", field: "layout", offset: position.offset,
                    expected: "1 up", found: "0")
            }
            try record.checkWithoutLayout(origin: position.offset)
            return Int(EntityNumber.externalValue.rawValue)
        }
        guard let layout = catalog.layout(record.layout), record.kind != .externalValue else {
            throw FormatError(
                .badValue, structure: "record", field: "layout", offset: position.offset,
                expected: "one that stands before it", found: "\(record.layout)")
        }
        if record.kind == .tombstone {
            try record.checkWithoutLayout(origin: position.offset)
        } else {
            try record.check(layout, origin: position.offset)
        }
        return Int(layout.entity.rawValue)
    }

    private func add(_ schema: EntitySchema, _ frame: Frame) throws(FormatError) {
        if let number = catalog[schema.name]?.schema.number, number != schema.number {
            throw frame.bad("entity name", "one of entity \(schema.number) only", "of \(number)")
        }
        catalog = catalog.adding(schema)
        while roots.count < catalog.entityCount { roots.append(EntityRoots()) }
    }

    private func add(_ layout: Layout, _ frame: Frame) throws(FormatError) {
        // Records were checked against the one that came first.
        if let known = catalog.layout(layout.id) {
            guard known.isEqual(to: layout) else {
                throw frame.bad("layout", "\(layout.id) as it was before", "another one")
            }
            return
        }
        guard let definition = catalog.all.first(where: { $0.schema.number == layout.entity })
        else { throw frame.bad("entity number", "one with a schema", "\(layout.entity)") }
        guard definition.schema.idAttribute.id == layout.attributes[layout.idOrdinal].id else {
            throw frame.bad("id attribute", "the schema's", "\(layout.idOrdinal)")
        }
        catalog = catalog.adding(layout)
    }
}
