internal import NacreFormat

/// The schemas and layouts that a segment has defined so far. Its records may use no others, so
/// that each segment can be read by itself.
struct SegmentDefinitions {
    /// Whether the schema of an entity was defined, by entity number.
    private var entities: [Bool] = []
    /// The layouts, by id.
    private var layouts: [Layout?] = []

    func layout(_ id: LayoutID) -> Layout? {
        let index = Int(id.rawValue)
        return index < layouts.count ? layouts[index] : nil
    }

    /// Notes that the segment has repeated the schema that is already current.
    mutating func repeats(_ schema: StoredSchema) {
        let index = Int(schema.number.rawValue)
        while entities.count <= index { entities.append(false) }
        entities[index] = true
    }

    /// Checks a schema against the catalog, and adds it to the segment's definitions.
    /// - Parameter catalog: The definitions of all segments so far.
    mutating func add(
        _ schema: StoredSchema, _ frame: Frame, _ catalog: inout CatalogDraft
    ) throws(FormatError) {
        if let other = catalog.schema(named: schema.name), other.number != schema.number {
            throw bad(frame, "entity name", "a name of its own", "that of entity \(other.number)")
        }
        let former = catalog.schema(schema.number)
        for attribute in former?.attributes ?? [] {
            try check(schema, frame, attribute.id, attribute.type, attribute.pipeline)
        }
        // The number of a removed attribute occurs only in these.
        for attribute in catalog.layoutAttributes(of: schema.number) {
            try check(schema, frame, attribute.id, attribute.type, attribute.pipeline)
        }
        if let condition = schema.unusableCondition {
            throw bad(
                frame, "condition '\(condition.text)'", "a filter of the entity's own values",
                condition.reason)
        }
        repeats(schema)
    }

    mutating func add(
        _ layout: Layout, _ frame: Frame, _ catalog: CatalogDraft
    ) throws(FormatError) {
        guard let schema = catalog.schema(layout.entity), isKnown(layout.entity) else {
            throw bad(
                frame, "entity number", "an entity whose schema comes before it",
                "\(layout.entity)")
        }
        guard schema.idAttribute.id == layout.attributes[layout.idOrdinal].id else {
            throw bad(frame, "id attribute", "the schema's", "\(layout.idOrdinal)")
        }
        for attribute in layout.attributes {
            try check(schema, frame, attribute.id, attribute.type, attribute.pipeline)
        }
        if let former = catalog.layout(layout.id), !former.isSame(as: layout),
            former.encoded != layout.encoded
        {
            throw bad(frame, "layout \(layout.id)", "equal in all segments", "another one")
        }
        layouts.set(layout, at: Int(layout.id.rawValue))
    }

    private func isKnown(_ entity: EntityNumber) -> Bool {
        let index = Int(entity.rawValue)
        return index < entities.count && entities[index]
    }

    /// Checks that an attribute has the same type and a compatible pipeline in the schema, if it is
    /// there.
    private func check(
        _ schema: StoredSchema, _ frame: Frame, _ id: AttributeID, _ type: StoredType,
        _ pipeline: [String]
    ) throws(FormatError) {
        for attribute in schema.attributes {
            for source in attribute.sources where source.attribute == id {
                guard source.type != type || !isSame(attribute.pipeline, pipeline) else { continue }
                throw bad(
                    frame, "type or pipeline of what '\(attribute.name)' continues",
                    "the same everywhere", "\(type.name) and \(source.type.name)")
            }
        }
        guard let same = schema.attributes.first(where: { $0.id == id }) else { return }
        guard same.type == type else {
            throw bad(
                frame, "type of '\(same.name)'", "the same everywhere",
                "\(type.name) and \(same.type.name)")
        }
        guard isSame(same.pipeline, pipeline) else {
            throw bad(
                frame, "pipeline of '\(same.name)'", "the same everywhere",
                "'\(Pipeline.text(pipeline))' and '\(Pipeline.text(same.pipeline))'")
        }
    }

    /// Returns whether two lists of stages can belong to one attribute. Segments may define them in
    /// any order.
    private func isSame(_ stages: [String], _ other: [String]) -> Bool {
        Pipeline.continues(stages, as: other) || Pipeline.continues(other, as: stages)
    }

    private func bad(
        _ frame: Frame, _ field: String, _ expected: String, _ found: String
    ) -> FormatError {
        let kind = frame.header.kind == .schema ? "schema" : "layout"
        return FormatError(
            .badValue, structure: kind, field: field, offset: frame.recordsOffset,
            expected: expected, found: found)
    }
}
