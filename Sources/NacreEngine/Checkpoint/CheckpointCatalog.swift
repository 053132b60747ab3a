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
        var catalog = Catalog.empty
        var definitions = SegmentDefinitions()
        var known = KnownDefinitions()
        for frame in try CatalogItems.frames(view, origin: section.offset) {
            if frame.header.kind == .schema {
                let schema = try known.schema(frame)
                try definitions.add(schema, frame, catalog)
                catalog = catalog.adding(schema)
            } else {
                let layout = try known.layout(frame)
                try definitions.add(layout, frame, catalog)
                catalog = catalog.adding(layout)
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
