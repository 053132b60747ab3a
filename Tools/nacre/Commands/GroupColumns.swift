internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// The options that say what `nacre count` prints of groups.
struct GroupColumns: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Count the objects of each value of these attributes, with commas between.",
            valueName: "names"))
    var by: [String] = []
    @Option(help: ArgumentHelp("Add up these attributes.", valueName: "names"))
    var sum: [String] = []
    @Option(help: ArgumentHelp("The averages of these attributes.", valueName: "names"))
    var average: [String] = []
    @Option(help: ArgumentHelp("The least values of these attributes.", valueName: "names"))
    var min: [String] = []
    @Option(help: ArgumentHelp("The greatest values of these attributes.", valueName: "names"))
    var max: [String] = []

    /// Whether nothing but the number of all objects is wanted.
    var isEmpty: Bool { [by, sum, average, min, max].allSatisfy(\.isEmpty) }

    /// What makes the groups.
    func keys(of schema: EntitySchema) throws -> [AttributeSchema] {
        try Self.attributes(by, schema)
    }

    /// What is wanted of each group, and the column that it stands in.
    func aggregates(
        of schema: EntitySchema
    ) throws -> [(aggregate: Aggregate, column: AttributeSchema)] {
        var columns: [(aggregate: Aggregate, column: AttributeSchema)] = []
        func add(_ aggregate: Aggregate, _ name: String, _ type: StoredType) {
            let column = AttributeSchema(
                id: AttributeID(UInt32(columns.count + 1)), name: name, type: type,
                isNullable: true)
            columns.append((aggregate, column))
        }
        add(.count, "count", .scalar(.int64))
        for attribute in try Self.attributes(sum, schema) {
            add(.sum(attribute.name), "sum(\(attribute.name))", attribute.type)
        }
        for attribute in try Self.attributes(average, schema) {
            let isDecimal = attribute.type == .scalar(.decimal)
            add(
                .average(attribute.name), "average(\(attribute.name))",
                isDecimal ? attribute.type : .scalar(.double))
        }
        for attribute in try Self.attributes(min, schema) {
            add(.min(attribute.name), "min(\(attribute.name))", attribute.type)
        }
        for attribute in try Self.attributes(max, schema) {
            add(.max(attribute.name), "max(\(attribute.name))", attribute.type)
        }
        return columns
    }

    /// No texts name no attributes: unlike `--columns`, where they name all.
    private static func attributes(
        _ texts: [String], _ schema: EntitySchema
    ) throws -> [AttributeSchema] {
        if texts.isEmpty { return [] }
        return try ColumnList.ordinals(texts, of: schema).map { schema.attributes[$0] }
    }
}
