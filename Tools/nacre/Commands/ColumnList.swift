internal import NacreEngine
internal import NacreFormat

/// The attributes that `--columns` names.
enum ColumnList {
    /// Their ordinals in the order that was asked for; all of them if nothing was.
    /// - Parameter texts: each a name, or several with commas between.
    static func ordinals(_ texts: [String], of schema: EntitySchema) throws -> [Int] {
        guard !texts.isEmpty else { return Array(schema.attributes.indices) }
        return try texts.flatMap { text in
            // A name may itself have a comma.
            if let ordinal = schema.ordinal(of: text) { return [ordinal] }
            return try text.split(separator: ",", omittingEmptySubsequences: false)
                .map { try ordinal(of: trimmed($0), schema) }
        }
    }

    private static func trimmed(_ name: Substring) -> String {
        let start = name.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    private static func ordinal(of name: String, _ schema: EntitySchema) throws -> Int {
        if let ordinal = schema.ordinal(of: name) { return ordinal }
        let names = schema.attributes.map(\.name).joined(separator: ", ")
        throw StoreError(
            .unknownAttribute,
            "There is no attribute '\(name)' to show. '\(schema.name)' has: \(names).")
    }
}
