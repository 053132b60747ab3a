internal import NacreFormat

/// Checks one segment by itself: each segment repeats the layouts that its records need.
struct SegmentChecker {
    let view: ByteView
    let name: String

    func run(_ report: inout IntegrityReport) {
        let header: SegmentHeader
        do throws(FormatError) { header = try SegmentHeader.decode(view) } catch {
            report.add(name, error.offset, error.description)
            return
        }
        var layouts: [LayoutID: Layout] = [:]
        var parts = PendingParts()
        var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
        while true {
            switch scanner.next() {
            case .frame(let frame):
                report.frames += 1
                do {
                    // What a void part says counts for nothing, so parts wait for their commit.
                    let commit = try parts.add(frame)
                    check(frame.header.isPartOfCommit ? commit ?? [] : [frame], &layouts, &report)
                } catch {
                    add(error, frame.offset, &report)
                }
            case .end(let end):
                report.bytes += scanner.cursor.offset
                check(end, scanner, &report)
                return
            }
        }
    }

    private func check(
        _ end: FrameScanner.End, _ scanner: FrameScanner, _ report: inout IntegrityReport
    ) {
        switch end {
        case .endOfLog: break
        case .unsupported(let error): report.add(name, error.offset, error.description)
        case .invalid(let error):
            // A torn tail is no defect; frames behind it that speak of it as synced make it one.
            let ahead = scanner.highestWatermarkAhead() ?? .none
            guard ahead > scanner.cursor.position else { return }
            let rest = view[scanner.cursor.offset..<view.count].countWithoutTrailingZeros
            report.add(
                name, error.offset,
                "\(error.description); the \(rest) bytes from offset \(scanner.cursor.offset) on"
                    + " had been synced and cannot be read")
        }
    }

    private func check(
        _ frames: [Frame], _ layouts: inout [LayoutID: Layout], _ report: inout IntegrityReport
    ) {
        for frame in frames {
            do {
                try check(frame, &layouts, &report)
            } catch {
                add(error, frame.offset, &report)
            }
        }
    }

    private func check(
        _ frame: Frame, _ layouts: inout [LayoutID: Layout], _ report: inout IntegrityReport
    ) throws {
        switch frame.header.kind {
        case .layout:
            let layout = try Layout.decode(frame)
            layouts[layout.id] = layout
        case .schema: _ = try EntitySchema.decode(frame)
        case .records: try check(frame.group, layouts, &report)
        case .compacted:
            var runs = RunSequence(frame)
            while let (_, records) = try runs.next() { try check(records, layouts, &report) }
        default: break
        }
    }

    private func check(
        _ group: RecordGroup, _ layouts: [LayoutID: Layout], _ report: inout IntegrityReport
    ) throws {
        var group = group
        while let (record, offset) = try group.next() {
            report.records += 1
            do {
                try check(record, layouts[record.layout], offset)
            } catch {
                add(error, offset, &report)
            }
        }
    }

    private func check(_ record: RecordView, _ layout: Layout?, _ origin: Int) throws {
        guard record.kind == .put, let layout else {
            try record.checkWithoutLayout(origin: origin)
            guard record.layout == .externalValue || layout != nil else {
                throw FormatError(
                    .badValue, structure: "record", field: "layout", offset: origin,
                    expected: "one that the segment holds", found: "\(record.layout)")
            }
            return
        }
        try record.check(layout, origin: origin)
        for ordinal in layout.attributes.indices
        where !record.hasExternal(layout.attributes[ordinal], layout) {
            let value = try RecordDecoder.value(
                ordinal, of: record, layout: layout, origin: origin,
                external: { (_) throws(FormatError) in .empty })
            try value.checkJSON(layout.attributes[ordinal].name, origin)
        }
    }

    private func add(_ error: any Error, _ offset: Int, _ report: inout IntegrityReport) {
        let error = error as? FormatError
        report.add(name, error?.offset ?? offset, error?.description ?? "cannot be read")
    }
}

extension RecordView {
    func hasExternal(_ attribute: LayoutAttribute, _ layout: Layout) -> Bool {
        attribute.type.isVariable && isExternal(attribute.place, layout)
    }
}

extension Value {
    /// Whether a JSON value is JSON.
    func checkJSON(_ attribute: String, _ origin: Int) throws(FormatError) {
        guard case .json(let text) = self else { return }
        do throws(JSONError) { _ = try JSONParser.parse(text) } catch {
            throw FormatError(
                .badValue, structure: "record", field: "attribute '\(attribute)'", offset: origin,
                expected: "JSON text", found: "\(error)")
        }
    }
}
