internal import NacreEngine
internal import NacreFormat

/// The attributes that `--columns` names, of the entity and of what its references lead to.
struct ColumnList {
    /// In the order that was asked for.
    let paths: [AttributePath]
    /// What stands at their ends, with their texts for names.
    let attributes: [AttributeSchema]

    /// - Parameters:
    ///   - texts: each a name, or several with commas between; in backquotes or not.
    ///   - entities: those that references lead to.
    init(_ texts: [String], of schema: EntitySchema, _ entities: EntityFinder) throws {
        paths = try texts.flatMap { text in
            // A name may itself have a comma.
            if schema.ordinal(of: text) != nil { return [AttributePath(text)] }
            return try Self.items(text).map { try Self.path($0, schema, entities) }
        }
        attributes = try paths.map { try $0.column(of: schema, entities) }
    }

    /// All attributes of an entity.
    init(all schema: EntitySchema) {
        paths = schema.attributes.map { AttributePath($0.name) }
        attributes = schema.attributes
    }

    /// What stands between the commas. In backquotes there are none.
    private static func items(_ text: String) -> [String] {
        var items = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == ",", !isQuoted {
                items.append("")
                continue
            }
            // A backquote further on is a part of the name.
            let isStart = !isQuoted && items[items.count - 1].allSatisfy { $0 == " " }
            if character == "`", !isEscaped { isQuoted = isStart }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            items[items.count - 1].append(character)
        }
        return items.map { trimmed(Substring($0)) }
    }

    /// The attribute that an item means: as it stands, or in backquotes as in a filter.
    private static func name(_ item: String, _ schema: EntitySchema) -> String {
        guard item.hasPrefix("`"), schema.ordinal(of: item) == nil else { return item }
        return schema.attributes.first { FilterText.name($0.name) == item }?.name
            ?? (item.hasSuffix("`") && item.count > 2 ? String(item.dropFirst().dropLast()) : item)
    }

    private static func trimmed(_ name: Substring) -> String {
        let start = name.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    private static func path(
        _ item: String, _ schema: EntitySchema, _ entities: EntityFinder
    ) throws -> AttributePath {
        let name = name(item, schema)
        if schema.ordinal(of: name) != nil { return AttributePath(name) }
        // Behind a point there may be what a reference leads to.
        if schema.attributes.contains(where: { $0.reference != nil && isBefore($0.name, item) }) {
            return try AttributePath.parse(item, schema: schema, entities: entities)
        }
        throw StoreError.noAttribute(name, in: schema, " to show")
    }

    /// Whether an item goes on behind a reference.
    private static func isBefore(_ reference: String, _ item: String) -> Bool {
        item.hasPrefix("\(reference).") || item.hasPrefix("\(FilterText.name(reference)).")
    }
}
