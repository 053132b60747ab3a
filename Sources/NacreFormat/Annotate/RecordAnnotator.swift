/// Annotates the bytes of a group of records, down to the values of the attributes.
struct RecordAnnotator {
    private let layouts: [LayoutID: Layout]

    /// Makes an annotator.
    /// - Parameter layouts: The layouts known at this place.
    init(layouts: [LayoutID: Layout]) {
        self.layouts = layouts
    }

    /// Annotates the records from the annotator's place to `end`.
    func annotate(upTo end: Int, _ annotator: inout Annotator) {
        let origin = annotator.offset
        let group = annotator.view[origin..<end]
        while annotator.offset < end {
            do {
                let record = try RecordView.read(
                    group, at: annotator.offset - origin, origin: origin)
                add(record, groupEnd: end, &annotator)
            } catch {
                annotator.remark("no valid record: \(error)")
                annotator.add(.text, upTo: end, "raw bytes")
            }
        }
    }

    private func add(_ record: RecordView, groupEnd: Int, _ annotator: inout Annotator) {
        let start = annotator.offset
        let kind = record.kind.map { "\($0)" } ?? "unknown kind"
        annotator.beginGroup(
            "record: \(kind), row \(record.row), layout \(record.layout)",
            length: record.bytes.count)
        annotator.add(fields: RecordFields.all) { name, bytes in
            switch name {
            case "kind and flags": "kind and flags: \(bytes[0]) \(kind)\(flagNames(record.flags))"
            case "null bits": "null bits: 0b\(String(bytes[0], radix: 2))"
            default: nil
            }
        }
        addBody(record, start, &annotator)
        annotator.endGroup()
        annotator.add(upTo: min(start + record.paddedLength, groupEnd), "padding")
    }

    private func flagNames(_ flags: RecordFlags) -> String {
        (flags.contains(.wide) ? " wide" : "")
            + (flags.contains(.hasExternalValues) ? " hasExternalValues" : "")
    }

    private func addBody(_ record: RecordView, _ start: Int, _ annotator: inout Annotator) {
        let end = start + record.bytes.count
        do {
            switch record.kind {
            case .put:
                guard let layout = layouts[record.layout] else {
                    return annotator.add(.text, upTo: end, "layout not in this segment so far")
                }
                try record.check(layout, origin: start)
                PutAnnotator(record, layout, start: start).annotate(&annotator)
            case .tombstone:
                try record.checkWithoutLayout(origin: start)
                annotator.add(upTo: end, "id key: 0x\(record.idKey.hex)")
            default:
                try record.checkWithoutLayout(origin: start)
                annotator.add(.text, upTo: end, "value")
            }
        } catch {
            annotator.remark("not valid: \(error)")
            annotator.add(.text, upTo: end, "raw bytes")
        }
    }
}
