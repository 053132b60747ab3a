internal import NacreFormat

/// The schemas and layouts of a checkpoint, which determine how its keys are made. A class: see
/// ``StoreOpener``.
final class CheckpointCatalog: Sendable {
    let catalog: Catalog
    /// The definitions that the checkpoint's last segment has shown.
    let definitions: SegmentDefinitions
    /// The definitions by their bytes, which the log repeats after the checkpoint.
    let known: KnownDefinitions

    /// Decodes the definitions, with the same checks as for a segment. May be called before the
    /// other sections are known to be sound.
    init(_ file: CheckpointFile, _ sections: [CheckpointSection]) throws(FormatError) {
        let place = try SectionPlaces(sections).place(of: .catalog, EntityNumber(0))
        let section = sections[place]
        let view = try section.checked(in: file.mapping.view)
        var known = KnownDefinitions()
        var items: [Item] = []
        var reader = CatalogItems(view, origin: section.offset)
        while let frame = try reader.next() {
            items.append(Item(frame, try known.definition(frame)))
        }
        // Made before the definitions are checked against each other: nothing in a catalog may rely
        // on that.
        catalog = try Self.catalog(of: items, at: section.offset)
        var definitions = SegmentDefinitions()
        var draft = CatalogDraft(catalog)
        for item in items {
            switch item.definition {
            case .schema(let schema): try definitions.add(schema, item.frame, &draft)
            case .layout(let layout): try definitions.add(layout, item.frame, draft)
            }
        }
        self.definitions = definitions
        self.known = known
    }

    /// A definition with its frame. A class: see ``StoreOpener``.
    private final class Item {
        let frame: Frame
        let definition: KnownDefinitions.Definition

        init(_ frame: Frame, _ definition: KnownDefinitions.Definition) {
            self.frame = frame
            self.definition = definition
        }
    }

    /// Makes the catalog.
    /// - Throws: If an entity has two schemas, or if two layouts have one number. No writer does
    ///   that.
    private static func catalog(
        of items: [Item], at offset: Int
    ) throws(FormatError) -> Catalog {
        var schemas: [StoredSchema] = []
        var layouts: [Layout] = []
        for item in items {
            switch item.definition {
            case .schema(let schema): schemas.append(schema)
            case .layout(let layout): layouts.append(layout)
            }
        }
        let catalog = Catalog(schemas, layouts)
        guard catalog.all.count == schemas.count, catalog.layoutCount == layouts.count else {
            throw FormatError(
                .badValue, structure: "catalog", field: "items", offset: offset,
                expected: "one schema for each entity, and a number for each layout",
                found: "schemas: \(schemas.count), entities: \(catalog.all.count),"
                    + " layouts: \(layouts.count), numbers: \(catalog.layoutCount)")
        }
        return catalog
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
