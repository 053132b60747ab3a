internal import NacreFormat

/// The schemas and layouts that a checkpoint holds, which tell what its keys are made of.
struct CheckpointCatalog: Sendable {
    let catalog: Catalog
    /// As the segment has shown them that the checkpoint ends in.
    let definitions: SegmentDefinitions

    /// Decodes them, checked as those of a segment are. May be called before the other sections
    /// are known to be sound.
    init(
        _ file: CheckpointFile, _ sections: [CheckpointSection], idKey: IDKey
    ) throws(FormatError) {
        let place = try CheckpointFile.place(of: .catalog, EntityNumber(0), in: sections)
        let section = sections[place]
        let view = try section.checked(in: file.mapping.view)
        var catalog = Catalog.empty
        var definitions = SegmentDefinitions()
        for frame in try CatalogItems.frames(view, origin: section.offset) {
            if frame.header.kind == .schema {
                let schema = try EntitySchema.decode(frame)
                try definitions.add(schema, frame, catalog)
                catalog = catalog.adding(schema)
            } else {
                let layout = try Layout.decode(frame)
                try definitions.add(layout, frame, catalog)
                catalog = catalog.adding(layout)
            }
        }
        self.catalog = catalog
        self.definitions = definitions
        try check(file.header, idKey)
    }

    /// Whether keys are made as they were. The first text that is normalised costs a process a
    /// quarter of a millisecond, so that stores whose keys are numbers do without.
    private func check(_ header: CheckpointHeader, _ idKey: IDKey) throws(FormatError) {
        let isByText = catalog.all.contains { definition in
            let keys = [definition.schema.idOrdinal] + definition.indexes.flatMap(\.ordinals)
            return keys.contains { !IDKey.isExact(definition.schema.attributes[$0].type) }
                || definition.schema.indexes.contains(where: \.isUnique)
        }
        guard isByText, header.keyProbe != idKey.probe else { return }
        throw header.bad(
            "key probe", CheckpointHeaderFields.keyProbe, idKey.probe, header.keyProbe)
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
