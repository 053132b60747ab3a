internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// Reads the schemas of a dump.
enum DumpedSchema {
    static let expected =
        "A line of a dump was expected: {\"schema\":{...}} or {\"entity\":\"...\",\"object\":{...}}"

    /// Returns the schema, if the store can represent all of it. Leaving out a part would make it
    /// another schema.
    /// - Parameter error: Makes an error of a message and the line's place.
    static func schema(
        _ json: JSONValue, error: (String) -> ImportError
    ) throws(ImportError) -> StoredSchema {
        let parts = SchemaParts(json)
        let unknown = parts.unknownNames + parts.unknownMembers
        guard unknown.isEmpty else {
            throw error(
                "This schema has parts that this version of nacre does not know:"
                    + " \(NameList.text(unknown)). Load it with a newer version, or remove them.")
        }
        guard let schema = StoredSchema(json) else {
            throw error("\(expected). In this schema, \(parts.problem).")
        }
        if let problem = schema.problem {
            throw error("The entity '\(schema.name)' cannot be stored: \(problem).")
        }
        if let condition = schema.unusableCondition {
            throw error(
                "'\(condition.text)' cannot be the condition of unique values of"
                    + " '\(schema.name)': \(condition.reason)")
        }
        return schema
    }
}
