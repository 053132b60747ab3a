internal import NacreFormat

/// Checks every frame and record of a store of unknown origin before any of its data is used, and
/// checks its content against the limits.
struct UntrustedCheck {
    let directory: any StoreDirectory
    let manifest: Manifest
    let limits: Limits

    func run() throws {
        var log = LogSequence(manifest)
        var report = IntegrityReport()
        for line in manifest.segments.map(Optional.init) + [nil] {
            let number = line?.number ?? manifest.active
            try checkLimits(number, length: line.flatMap { Int(exactly: $0.length) })
            let checker = SegmentChecker(
                number: number, manifest: manifest, line: line, progress: { _ in },
                jsonDepth: limits.jsonDepth)
            try checker.run(in: directory, &log, &report)
            if let defect = report.defects.first {
                throw StoreError(
                    .corrupt, "The file is damaged. Nothing was changed.",
                    file: "\(directory.path)/\(defect.file)", offset: defect.offset,
                    cause: defect.message)
            }
        }
    }

    private func checkLimits(_ number: SegmentNumber, length: Int?) throws {
        let file = try directory.open(FileName.segment(number), .reading)
        let bytes = try file.map(min(try file.size(), length ?? .max))
        try bytes.read { view in
            guard let header = try? SegmentHeader.decode(view) else { return }
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            while case .frame(let frame) = scanner.next() { try check(frame, file.path) }
        }
    }

    private func check(_ frame: Frame, _ file: String) throws {
        let offset = frame.offset
        try limits.check(
            frame.payload.count, limits.frameSize, "frameSize", file: file, offset: offset)
        switch frame.header.kind {
        case .records: try check(frame.group, file)
        case .compacted:
            var runs = RunSequence(frame)
            while let (_, records) = try? runs.next() { try check(records, file) }
        case .layout:
            guard let layout = try? Layout.decode(frame) else { return }
            try check(layout.entity, layout.attributes.count, file, offset)
        case .schema:
            guard let schema = try? StoredSchema.decode(frame) else { return }
            try check(schema.number, schema.attributes.count, file, offset)
        default: break
        }
    }

    private func check(_ group: RecordGroup, _ file: String) throws {
        var group = group
        while let (record, offset) = try? group.next() {
            try limits.check(
                record.bytes.count, limits.objectSize, "objectSize", file: file, offset: offset)
        }
    }

    private func check(
        _ entity: EntityNumber, _ attributes: Int, _ file: String, _ offset: Int
    ) throws(StoreError) {
        // Numbers are assigned in sequence, and tables are as long as the highest number.
        try limits.check(
            Int(entity.rawValue), limits.entities, "entities", file: file, offset: offset)
        try limits.check(
            attributes, limits.attributes, "attributes", file: file, offset: offset)
    }
}
