internal import NacreFormat

/// Walks over the committed records of one segment in the order of the log, those of the log and
/// those that compaction has copied alike.
struct SegmentRecords {
    private let view: ByteView
    private let number: SegmentNumber
    private let catalog: Catalog

    init(_ view: ByteView, number: SegmentNumber, catalog: Catalog) {
        self.view = view
        self.number = number
        self.catalog = catalog
    }

    /// - Parameter body: gets a record, its entity's number, its place, and the commit it is of.
    func forEach(_ body: (RecordView, Int, Position, Run) throws -> Void) throws {
        let header = try SegmentHeader.decode(view)
        var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        var parts: [Frame] = []
        while case .frame(let frame) = scanner.next() {
            if frame.header.kind == .compacted {
                try forEachRun(frame, body)
            } else if frame.header.kind == .abort {
                let part: UInt32 = frame.payload.load(at: 0)
                parts.removeSubrange(min(Int(part), parts.count)...)
            } else if frame.header.isPartOfCommit {
                parts.append(frame)
                guard let digest = frame.digest else { continue }
                let run = Run(
                    commit: frame.header.commit, time: frame.header.time, digest: digest,
                    length: 0, records: 0)
                for part in parts where part.header.kind == .records {
                    try forEach(part.records, at: part.recordsOffset, run, body)
                }
                parts = []
            }
        }
    }

    private func forEachRun(
        _ frame: Frame, _ body: (RecordView, Int, Position, Run) throws -> Void
    ) throws {
        var reader = ByteReader(frame.payload, structure: "run", origin: frame.payloadOffset)
        for _ in 0..<frame.header.count {
            let (run, records) = try Run.decode(&reader)
            let offset = frame.payloadOffset + reader.offset - records.count
            try forEach(records, at: offset, run, body)
        }
    }

    private func forEach(
        _ group: ByteView, at origin: Int, _ run: Run,
        _ body: (RecordView, Int, Position, Run) throws -> Void
    ) throws {
        var offset = 0
        while offset < group.count {
            let record = try RecordView.read(group, at: offset, origin: origin)
            let entity = catalog.layout(record.layout)?.entity ?? .externalValue
            try body(
                record, Int(entity.rawValue), Position(number, offset: origin + offset), run)
            offset += record.paddedLength
        }
    }
}
