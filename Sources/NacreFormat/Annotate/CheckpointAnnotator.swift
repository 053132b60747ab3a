/// Annotates the bytes of a checkpoint: header, directory, and the sections with their blocks.
/// Accepts any bytes; invalid parts are marked and shown as they are.
package enum CheckpointAnnotator {
    /// Annotates a checkpoint.
    /// - Parameter view: The checkpoint's bytes, valid or not.
    package static func annotate(_ view: ByteView, _ sink: @escaping (Annotation) -> Void) {
        var annotator = Annotator(view, sink: sink)
        do {
            let header = try CheckpointHeader.decode(view)
            let sections = try header.sections(in: view)
            add(header, &annotator)
            for (number, section) in sections.enumerated() {
                annotator.beginGroup(
                    "directory entry \(number): \(title(section))",
                    length: CheckpointSectionFields.size)
                annotator.add(fields: CheckpointSectionFields.all)
                annotator.endGroup()
            }
            for (number, section) in sections.enumerated() {
                annotator.beginGroup(
                    "section \(number): \(title(section))", length: section.length)
                add(section, view, &annotator)
                annotator.endGroup()
            }
        } catch {
            annotator.remark("no valid checkpoint: \(error)")
            annotator.add(.text, count: annotator.remaining, "raw bytes")
        }
    }

    private static func title(_ section: CheckpointSection) -> String {
        switch section.kind {
        case .catalog, .segments: "\(section.kind)"
        case .rows, .ids: "\(section.kind) of entity \(section.entity)"
        case .unique: "unique attribute \(section.number) of entity \(section.entity)"
        case .index: "index \(section.number) of entity \(section.entity)"
        case .search: "search \(section.number) of entity \(section.entity)"
        }
    }

    private static func add(_ header: CheckpointHeader, _ annotator: inout Annotator) {
        annotator.beginGroup(
            "checkpoint header: commit \(header.commit), log up to \(header.end.position)",
            length: CheckpointHeaderFields.size)
        annotator.add(fields: CheckpointHeaderFields.all) { name, bytes in
            guard name == "log position" || name == "last frame" else { return nil }
            return "\(name): \(Position(bytes.load(UInt64.self, at: 0)))"
        }
        annotator.endGroup()
    }

    private static func add(
        _ section: CheckpointSection, _ view: ByteView, _ annotator: inout Annotator
    ) {
        do {
            let bytes = try section.checked(in: view)
            switch section.kind {
            case .catalog: try addCatalog(bytes, section, &annotator)
            case .segments:
                while annotator.offset + CoveredSegmentFields.size <= section.range.upperBound {
                    annotator.beginGroup("covered segment", length: CoveredSegmentFields.size)
                    annotator.add(fields: CoveredSegmentFields.all)
                    annotator.endGroup()
                }
            case .search:
                while annotator.offset + NamedRunFields.size <= section.range.upperBound {
                    annotator.beginGroup("named run", length: NamedRunFields.size)
                    annotator.add(fields: NamedRunFields.all)
                    annotator.endGroup()
                }
            case .rows, .ids, .unique, .index: try addBlocks(bytes, section, &annotator)
            }
        } catch {
            annotator.remark("not valid: \(error)")
        }
        annotator.add(.text, upTo: section.range.upperBound, "raw bytes")
    }

    private static func addCatalog(
        _ bytes: ByteView, _ section: CheckpointSection, _ annotator: inout Annotator
    ) throws(FormatError) {
        var items = CatalogItems(bytes, origin: section.offset)
        while let frame = try items.next() {
            let kind = frame.header.kind.map { "\($0)" } ?? "unknown"
            annotator.add(count: 4, "kind: \(frame.header.kindCode) \(kind)")
            annotator.add(count: 4, "length: \(frame.payload.count)")
            annotator.add(.text, count: frame.payload.count, kind)
            let over = (annotator.offset - section.offset) % PackedTopFields.alignment
            if over != 0 { annotator.add(count: PackedTopFields.alignment - over, "padding") }
        }
    }

    private static func addBlocks(
        _ bytes: ByteView, _ section: CheckpointSection, _ annotator: inout Annotator
    ) throws(FormatError) {
        let isOfRows = section.kind == .rows
        let blocks = try PackedBlocks(
            bytes, count: section.blocks, of: section.kind.content, origin: section.offset)
        for number in 0..<blocks.count {
            let top = blocks.top(number)
            let end = annotator.offset + top.blockSize
            annotator.beginGroup("block \(number): \(top.count) entries", length: top.blockSize)
            annotator.add(
                count: top.count * top.keyWidth,
                isOfRows ? "positions less the base" : "keys less the base")
            annotator.add(count: top.count * top.rowWidth, "rows less the base")
            annotator.add(upTo: end, "padding")
            annotator.endGroup()
        }
        for number in 0..<blocks.count {
            annotator.beginGroup("top of block \(number)", length: PackedTopFields.size)
            annotator.add(fields: PackedTopFields.all)
            annotator.endGroup()
        }
    }
}
