internal import NacreFormat

/// Walks over the frames of one segment in log order, including frames copied by compaction.
struct SegmentRecords {
    private let view: ByteView
    private let entry: Manifest.Segment
    private let catalog: Catalog

    /// Makes a walk over one segment.
    /// - Parameters:
    ///   - view: The segment from its start exactly to its valid length.
    ///   - entry: The manifest's entry for the segment.
    ///   - catalog: A catalog with every layout of the segment's records.
    init(_ view: ByteView, _ entry: Manifest.Segment, catalog: Catalog) {
        self.view = view
        self.entry = entry
        self.catalog = catalog
    }

    /// An item of the walk.
    enum Item {
        /// A frame, with its size in bytes.
        case frame(Int)
        /// A complete commit, or a run of one, with its encoded author and note. Its records
        /// follow.
        case commit(Run, prelude: [UInt8])
        case record(RecordView, entity: Int, Position, Run)
    }

    /// Calls `body` with each item. Every byte is checked, because the caller is going to remove
    /// the segment.
    /// - Throws: Errors of `body`, and a format error if any byte of the view cannot be read or the
    ///   content differs from the digest in the manifest.
    func forEach(_ body: (Item) throws -> Void) throws {
        let header = try SegmentHeader.decode(view)
        var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        var parts = PendingParts()
        var summary = SegmentSummary()
        while scanner.cursor.offset < view.count {
            let start = scanner.cursor.offset
            let frame: Frame
            switch scanner.next() {
            case .frame(let next): frame = next
            case .end(.invalid(let error)), .end(.unsupported(let error)): throw error
            case .end(.endOfLog): throw bad("end", start, "frames up to \(view.count)", "zeros")
            }
            if frame.header.kind != .seal { summary.add(frame: frame.headerBytes) }
            try body(.frame(scanner.cursor.offset - start))
            if frame.header.kind == .compacted {
                try forEachRun(frame, scanner.preludes(in: view), body)
            }
            guard let commit = try parts.add(frame), let digest = frame.digest else { continue }
            let run = Run(
                commit: frame.header.commit, time: frame.header.time, digest: digest, length: 0,
                records: 0)
            try body(.commit(run, prelude: commit[0].prelude.bytes))
            for part in commit where part.header.kind == .records {
                try forEach(part.group, run, body)
            }
        }
        guard summary.digest == entry.digest else {
            throw bad("digest", view.count, entry.digest.hex, summary.digest.hex)
        }
    }

    private func bad(
        _ field: String, _ offset: Int, _ expected: String, _ found: String
    ) -> FormatError {
        FormatError(
            .badValue, structure: "segment", field: field, offset: offset, expected: expected,
            found: found)
    }

    private func forEachRun(
        _ frame: Frame, _ preludes: Preludes, _ body: (Item) throws -> Void
    ) throws {
        var runs = RunSequence(frame)
        while let (run, records) = try runs.next() {
            try body(.commit(run, prelude: preludes.bytes(of: run.commit)))
            try forEach(records, run, body)
        }
    }

    private func forEach(
        _ group: RecordGroup, _ run: Run, _ body: (Item) throws -> Void
    ) throws {
        var group = group
        while let (record, offset) = try group.next() {
            let entity = catalog.layout(record.layout)?.entity ?? .externalValue
            try body(
                .record(
                    record, entity: Int(entity.rawValue), Position(entry.number, offset: offset),
                    run))
        }
    }
}
