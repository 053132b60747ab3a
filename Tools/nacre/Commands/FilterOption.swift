internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// The option `--where`, shared by all commands that filter.
struct FilterOption: ParsableArguments {
    // Unconditional, since a filter may begin with a dash.
    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: ArgumentHelp(
            "Use only objects that pass this filter, such as 'population >= 5000000 && capital"
                + " == true', 'name.hasPrefix(\"San \")', 'code in [\"NO\", \"SE\"]'.",
            valueName: "filter"))
    var text: String?

    /// - Parameter entities: Finds the entities that references lead to.
    func filter(_ schema: StoredSchema, _ entities: EntityFinder) throws -> FilterExpression {
        guard let text else { return .all }
        return try FilterParser.parse(text, schema: schema, entities: entities)
    }
}
