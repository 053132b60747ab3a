/// Annotates the bytes of an object's record after its header. The record has been checked against
/// its layout.
struct PutAnnotator {
    private let record: RecordView
    private let layout: Layout
    /// The offset of the record in the file.
    private let start: Int

    init(_ record: RecordView, _ layout: Layout, start: Int) {
        self.record = record
        self.layout = layout
        self.start = start
    }

    func annotate(_ annotator: inout Annotator) {
        let slots = layout.attributes.indices
            .filter { !layout.attributes[$0].type.isVariable }
            .sorted { layout.attributes[$0].place < layout.attributes[$1].place }
        for ordinal in slots {
            let attribute = layout.attributes[ordinal]
            annotator.add(upTo: start + attribute.place, "gap")
            annotator.add(count: attribute.type.scalar?.width ?? 0, valueText(ordinal))
        }
        annotator.add(upTo: start + layout.fixedEnd, "gap")
        annotator.add(count: layout.extraNullBytes, "null bits from 8 on")
        let variables = layout.attributes.indices.filter { layout.attributes[$0].type.isVariable }
        addEnds(variables, &annotator)
        annotator.add(upTo: start + layout.valuesOffset(record.flags), "external bits")
        for (index, ordinal) in variables.enumerated() {
            let count = record.variable(index, layout).count
            if record.isExternal(index, layout) {
                annotator.beginGroup("\(name(ordinal)): external value", length: count)
                annotator.add(fields: ExternalReferenceFields.all)
                annotator.endGroup()
            } else {
                annotator.add(.text, count: count, valueText(ordinal))
            }
        }
    }

    private func addEnds(_ variables: [Int], _ annotator: inout Annotator) {
        let isWide = record.flags.contains(.wide)
        for ordinal in variables {
            let end =
                isWide
                ? Int(annotator.view.load(UInt32.self, at: annotator.offset))
                : Int(annotator.view.load(UInt16.self, at: annotator.offset))
            annotator.add(count: isWide ? 4 : 2, "end of \(name(ordinal)): \(end)")
        }
    }

    /// Returns the attribute's name and its value in JSON, or a remark that it has none.
    private func valueText(_ ordinal: Int) -> String {
        let attribute = layout.attributes[ordinal]
        let value = try? RecordDecoder.value(
            ordinal, of: record, layout: layout, origin: start,
            external: { (_: ExternalReference) throws(FormatError) -> ByteView in
                record.bytes[0..<0]
            })
        guard let value else { return "\(name(ordinal)): no \(attribute.type.name)" }
        var writer = JSONWriter()
        value.write(to: &writer)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return "\(name(ordinal)): \(Annotator.printable(text))"
    }

    private func name(_ ordinal: Int) -> String {
        Annotator.printable(layout.attributes[ordinal].name)
    }
}
