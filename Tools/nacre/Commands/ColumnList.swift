internal import NacreEngine
internal import NacreFormat

/// The attributes that `--columns` names, of the entity and of the objects that its references lead
/// to.
struct ColumnList {
    /// The paths, in the order of the command line.
    let paths: [AttributePath]
    /// The attributes at the ends of the paths, named by the paths' texts.
    let attributes: [AttributeSchema]

    /// - Parameters:
    ///   - texts: The option's values: each is a name, or several names with commas between them,
    ///     with or without backquotes.
    ///   - entities: Finds the entities that references lead to.
    init(_ texts: [String], of schema: StoredSchema, _ entities: EntityFinder) throws {
        paths = try texts.flatMap { text in
            // A name may itself contain a comma.
            if schema.ordinal(of: text) != nil { return [AttributePath(text)] }
            return try Self.items(text).map { try Self.path($0, schema, entities) }
        }
        attributes = try paths.map { try $0.column(of: schema, entities) }
    }

    /// Makes a list of all attributes of an entity.
    init(all schema: StoredSchema) {
        paths = schema.attributes.map { AttributePath($0.name) }
        attributes = schema.attributes
    }

    /// Returns the items between the commas. A comma in backquotes does not separate items.
    private static func items(_ text: String) -> [String] {
        var items = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == ",", !isQuoted {
                items.append("")
                continue
            }
            // A backquote later in the item is part of the name.
            let isStart = !isQuoted && items[items.count - 1].allSatisfy { $0 == " " }
            if character == "`", !isEscaped { isQuoted = isStart }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            items[items.count - 1].append(character)
        }
        return items.map { trimmed(Substring($0)) }
    }

    /// Returns the attribute's name that an item means: written as it is, or in backquotes as in a
    /// filter.
    private static func name(_ item: String, _ schema: StoredSchema) -> String {
        guard item.hasPrefix("`"), schema.ordinal(of: item) == nil else { return item }
        return schema.attributes.first { FilterText.name($0.name) == item }?.name
            ?? (item.hasSuffix("`") && item.count > 2 ? String(item.dropFirst().dropLast()) : item)
    }

    private static func trimmed(_ name: Substring) -> String {
        let start = name.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    private static func path(
        _ item: String, _ schema: StoredSchema, _ entities: EntityFinder
    ) throws -> AttributePath {
        let name = name(item, schema)
        if schema.ordinal(of: name) != nil { return AttributePath(name) }
        // After the point, the item may continue with an attribute of the referenced object.
        if schema.attributes.contains(where: { $0.reference != nil && isBefore($0.name, item) }) {
            return try AttributePath.parse(item, schema: schema, entities: entities)
        }
        throw StoreError.noAttribute(name, in: schema, " to show")
    }

    /// Whether an item continues after a reference.
    private static func isBefore(_ reference: String, _ item: String) -> Bool {
        item.hasPrefix("\(reference).") || item.hasPrefix("\(FilterText.name(reference)).")
    }
}
