internal import NacreFormat

/// The schemas and layouts that a checkpoint holds, which tell what its keys are made of.
final class CheckpointCatalog: Sendable {
    let catalog: Catalog
    /// As the segment has shown them that the checkpoint ends in.
    let definitions: SegmentDefinitions
    /// The same by their bytes, which the log repeats behind the checkpoint.
    let known: KnownDefinitions

    /// Decodes them, checked as those of a segment are. May be called before the other sections
    /// are known to be sound.
    init(_ file: CheckpointFile, _ sections: [CheckpointSection]) throws(FormatError) {
        let place = try CheckpointFile.place(of: .catalog, EntityNumber(0), in: sections)
        let section = sections[place]
        let view = try section.checked(in: file.mapping.view)
        var schemas: [EntitySchema] = []
        var layouts: [Layout] = []
        var known = KnownDefinitions()
        var items = CatalogItems(view, origin: section.offset)
        while let frame = try items.next() {
            if frame.header.kind == .schema {
                schemas.append(try known.schema(frame))
            } else {
                layouts.append(try known.layout(frame))
            }
        }
        let catalog = Catalog(schemas, layouts)
        // Each is as it was in the end, so that they are checked against the whole of it.
        var definitions = SegmentDefinitions()
        items = CatalogItems(view, origin: section.offset)
        while let frame = try items.next() {
            if frame.header.kind == .schema {
                try definitions.add(try known.schema(frame), frame, catalog)
            } else {
                try definitions.add(try known.layout(frame), frame, catalog)
            }
        }
        self.catalog = catalog
        self.definitions = definitions
        self.known = known
    }
}

extension CheckpointHeader {
    func bad(
        _ name: String, _ field: FormatField, _ expected: Any, _ found: Any
    ) -> FormatError {
        FormatError(
            .badValue, structure: "checkpoint header", field: name, offset: field.offset,
            expected: "\(expected)", found: "\(found)")
    }
}
