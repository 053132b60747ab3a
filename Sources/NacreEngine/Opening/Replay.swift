internal import NacreFormat

/// Builds the state of a store from its segments: of all puts and tombstones of a row, the one with
/// the highest commit number takes effect, wherever it is.
///
/// All input comes from files and is checked: frames by their scanner, records by their CRC and
/// against their layout, commits by their numbers and digests.
final class Replay {
    private(set) var rows: ReplayedRows
    private var draft = CatalogDraft(.empty)
    /// The definitions of the segment being replayed.
    private var definitions = SegmentDefinitions()
    private(set) var lastCommit = CommitNumber(0)
    private(set) var lastTime: Int64 = 0
    private(set) var lastDigest = CommitDigest.none
    private var parts = PendingParts()
    private var known = KnownDefinitions()

    /// Starts a replay.
    /// - Parameter checkpoint: The state to start from; nil to start with an empty store.
    init(pool: NodePool, behind checkpoint: LoadedCheckpoint? = nil) {
        rows = ReplayedRows(
            pool: pool, roots: checkpoint?.roots ?? [EntityRoots()],
            usage: checkpoint?.info.usage ?? StoreUsage())
        guard let checkpoint else { return }
        draft = CatalogDraft(checkpoint.catalog)
        known = checkpoint.items.known
        lastCommit = checkpoint.header.commit
        lastTime = checkpoint.header.time
        lastDigest = checkpoint.header.digest
    }

    /// The catalog of all definitions. It is computed on each access, so read it once, at the end.
    var catalog: Catalog { draft.catalog }
    var roots: [EntityRoots] { rows.roots }
    var usage: StoreUsage { rows.usage }

    /// Registers a segment that a checkpoint covers entirely.
    func skip(_ number: SegmentNumber, _ mapping: MappedBytes) { rows.begin(number, mapping) }

    /// Replays the frames of a segment that follow a checkpoint.
    /// - Parameter lastFrame: The last frame before the checkpoint.
    func replay(
        _ mapping: MappedBytes, header: SegmentHeader, behind checkpoint: LoadedCheckpoint,
        _ lastFrame: FrameHeader?
    ) throws(FormatError) -> SegmentScan {
        rows.begin(header.number, mapping)
        // Every segment contains all definitions that its records need, so this one does as well.
        definitions = checkpoint.definitions
        let start = SegmentScan(behind: checkpoint.end, lastCommit, lastFrame: lastFrame)
        let scan = try walk(mapping.view, header, start, behind: lastFrame)
        rows.end(header.number, length: scan.committed.offset)
        return scan
    }

    /// Replays one segment.
    /// - Parameter mapping: The segment's bytes from the start to its valid length, or to the end
    ///   of the file.
    func replay(
        _ mapping: MappedBytes, header: SegmentHeader
    ) throws(FormatError) -> SegmentScan {
        rows.begin(header.number, mapping)
        let scan = try replay(mapping.view, header)
        rows.end(header.number, length: scan.committed.offset)
        return scan
    }

    private func replay(
        _ view: ByteView, _ header: SegmentHeader
    ) throws(FormatError) -> SegmentScan {
        definitions = SegmentDefinitions()
        if header.origin != .compacted, header.lastCommitBefore != lastCommit {
            throw FormatError(
                .badValue, structure: "segment header", field: "last commit before",
                offset: SegmentHeaderFields.lastCommitBefore.offset, expected: "\(lastCommit)",
                found: "\(header.lastCommitBefore)")
        }
        let start = FrameCursor(behind: header, in: view)
        return try walk(view, header, SegmentScan(start: start, behind: lastCommit))
    }

    /// Replays frames up to the end of the log.
    /// - Parameters:
    ///   - scan: The scan of the previous frames.
    ///   - former: The last of these frames.
    private func walk(
        _ view: ByteView, _ header: SegmentHeader, _ scan: SegmentScan,
        behind former: FrameHeader? = nil
    ) throws(FormatError) -> SegmentScan {
        var scan = scan
        var scanner = FrameScanner(view, from: scan.cursor)
        var rules = FrameRules(header, behind: former)
        parts = PendingParts()
        while true {
            switch scanner.next() {
            case .frame(let frame):
                try rules.check(frame)
                try add(frame, header.number, &scan)
                try rules.checkCommit(
                    frame,
                    lastSoFar: header.origin == .compacted ? scan.summary.lastCommit : lastCommit)
                scan.cursor = scanner.cursor
                if parts.isEmpty { scan.endCommit(lastCommit) }
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
        scan.lastFrame = header
        scan.watermark = max(scan.watermark, header.watermark)
        if header.kind == .seal {
            let seal = try Seal.decode(frame)
            guard seal == scan.summary.seal else {
                throw frame.bad("seal", "\(scan.summary.seal)", "\(seal)")
            }
            scan.isSealed = true
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
        case .schema, .layout: try addDefinition(frame)
        case .replaces: _ = try Replaces.decode(frame)
        case .preludes: _ = try Preludes.decode(frame)
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
        guard let first = parts.first, Prelude.isSound(first.prelude) else {
            throw last.bad("prelude", "author, zero, note, zeros, in UTF-8", "other bytes")
        }
        for part in parts {
            switch part.header.kind {
            case .schema, .layout: try addDefinition(part)
            default:
                let count = try add(part.group, segment, last.header.commit) { record in
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
        var runs = RunSequence(frame)
        while let (run, records) = try runs.next() {
            try check(run, frame)
            var tombstones = 0
            let count = try add(records, segment, run.commit) { record in
                if record.kind == .tombstone { tombstones += 1 }
            }
            guard count == run.records else {
                throw frame.bad("records of a run", "\(count)", "\(run.records)")
            }
            lastCommit = run.commit
            lastTime = run.time
            lastDigest = run.digest
            scan.summary.add(
                commit: run.commit, records: Int(count) - tombstones, tombstones: tombstones)
        }
    }

    /// Checks that runs ascend, that runs of one commit agree, and that the digests of consecutive
    /// commits fit each other.
    private func check(_ run: Run, _ frame: Frame) throws(FormatError) {
        guard run.commit >= lastCommit, run.commit.rawValue > 0 else {
            throw frame.bad("commit of a run", "\(lastCommit) up", "\(run.commit)")
        }
        if run.commit == lastCommit {
            guard run.digest == lastDigest, run.time == lastTime else {
                throw frame.bad(
                    "digest and time of a run", lastDigest.rawValue.hex,
                    run.digest.rawValue.hex)
            }
        } else if run.commit == lastCommit.next {
            let records = UInt32(truncatingIfNeeded: run.digest.rawValue >> 32)
            let expected = CommitDigest(records: records, after: lastDigest)
            guard run.digest == expected else {
                throw frame.bad("digest of a run", expected.rawValue.hex, run.digest.rawValue.hex)
            }
        }
    }

    // MARK: Records

    /// Replays a group of records, one after another.
    /// - Returns: The number of records.
    private func add(
        _ group: RecordGroup, _ segment: SegmentNumber, _ commit: CommitNumber,
        each: (RecordView) -> Void
    ) throws(FormatError) -> UInt32 {
        var group = group
        var count: UInt32 = 0
        while let (record, offset) = try group.next() {
            let position = Position(segment, offset: offset)
            try rows.add(
                record, at: position, entity: try entity(of: record, position), commit: commit)
            each(record)
            count += 1
        }
        return count
    }

    /// Returns the entity's number, after checking that the record is readable.
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
        guard let layout = definitions.layout(record.layout), record.kind != .externalValue else {
            throw FormatError(
                .badValue, structure: "record", field: "layout", offset: position.offset,
                expected: "a layout that comes before it in the segment", found: "\(record.layout)")
        }
        if record.kind == .tombstone {
            try record.checkWithoutLayout(origin: position.offset)
        } else {
            try record.check(layout, origin: position.offset)
        }
        return Int(layout.entity.rawValue)
    }

    private func addDefinition(_ frame: Frame) throws(FormatError) {
        switch try known.definition(frame) {
        case .schema(let schema):
            if draft.schema(schema.number) == schema {
                definitions.repeats(schema)
                return
            }
            try definitions.add(schema, frame, &draft)
            draft.add(schema)
        case .layout(let layout):
            try definitions.add(layout, frame, draft)
            guard draft.layout(layout.id)?.isSame(as: layout) != true else { return }
            draft.add(layout)
            rows.add(Int(layout.entity.rawValue))
        }
    }
}
