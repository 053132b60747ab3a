internal import NacreEngine
internal import NacreFormat

/// The attributes that `--columns` names.
enum ColumnList {
    /// Their ordinals in the order that was asked for; all of them if nothing was.
    /// - Parameter texts: each a name, or several with commas between; in backquotes or not.
    static func ordinals(_ texts: [String], of schema: EntitySchema) throws -> [Int] {
        guard !texts.isEmpty else { return Array(schema.attributes.indices) }
        return try texts.flatMap { text in
            // A name may itself have a comma.
            if let ordinal = schema.ordinal(of: text) { return [ordinal] }
            return try items(text).map { try ordinal(of: name($0, schema), schema) }
        }
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

    private static func ordinal(of name: String, _ schema: EntitySchema) throws -> Int {
        if let ordinal = schema.ordinal(of: name) { return ordinal }
        let names = NameList.text(schema.attributes.map(\.name))
        throw StoreError(
            .unknownAttribute,
            "There is no attribute '\(name)' to show. '\(schema.name)' has: \(names).")
    }
}
