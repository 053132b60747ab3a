internal import NacreFormat

/// Walks over the committed records of one segment in the order of the log, those of the log and
/// those that compaction has copied alike.
struct SegmentRecords {
    private let view: ByteView
    private let number: SegmentNumber
    private let catalog: Catalog

    /// - Parameter view: the segment from its start to its valid length, not a byte more.
    init(_ view: ByteView, number: SegmentNumber, catalog: Catalog) {
        self.view = view
        self.number = number
        self.catalog = catalog
    }

    /// - Parameter body: gets a record, its entity's number, its place, and the commit it is of.
    /// - Throws: what `body` throws, and a format error if any byte of the view cannot be read:
    ///   the caller is going to remove the segment.
    func forEach(_ body: (RecordView, Int, Position, Run) throws -> Void) throws {
        let header = try SegmentHeader.decode(view)
        var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        var parts = PendingParts()
        while scanner.cursor.offset < view.count {
            let frame: Frame
            switch scanner.next() {
            case .frame(let next): frame = next
            case .end(.invalid(let error)), .end(.unsupported(let error)): throw error
            case .end(.endOfLog):
                throw FormatError(
                    .badValue, structure: "segment", field: "end", offset: scanner.cursor.offset,
                    expected: "frames up to \(view.count)", found: "zeros")
            }
            if frame.header.kind == .compacted { try forEachRun(frame, body) }
            guard let commit = try parts.add(frame), let digest = frame.digest else { continue }
            let run = Run(
                commit: frame.header.commit, time: frame.header.time, digest: digest, length: 0,
                records: 0)
            for part in commit where part.header.kind == .records {
                try forEach(part.group, run, body)
            }
        }
    }

    private func forEachRun(
        _ frame: Frame, _ body: (RecordView, Int, Position, Run) throws -> Void
    ) throws {
        var runs = RunSequence(frame)
        while let (run, records) = try runs.next() { try forEach(records, run, body) }
    }

    private func forEach(
        _ group: RecordGroup, _ run: Run, _ body: (RecordView, Int, Position, Run) throws -> Void
    ) throws {
        var group = group
        while let (record, offset) = try group.next() {
            let entity = catalog.layout(record.layout)?.entity ?? .externalValue
            try body(record, Int(entity.rawValue), Position(number, offset: offset), run)
        }
    }
}
