internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// The options that select the columns that `nacre count` prints for groups.
struct GroupColumns: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Group the objects by the values of these attributes, with commas between them.",
            valueName: "names"))
    var by: [String] = []
    @Option(help: ArgumentHelp("The sums of these attributes.", valueName: "names"))
    var sum: [String] = []
    @Option(help: ArgumentHelp("The averages of these attributes.", valueName: "names"))
    var average: [String] = []
    @Option(help: ArgumentHelp("The smallest values of these attributes.", valueName: "names"))
    var min: [String] = []
    @Option(help: ArgumentHelp("The largest values of these attributes.", valueName: "names"))
    var max: [String] = []

    /// Whether only the number of all objects is requested.
    var isEmpty: Bool { [by, sum, average, min, max].allSatisfy(\.isEmpty) }

    /// Returns the attributes that form the groups.
    func keys(of schema: StoredSchema, _ entities: EntityFinder) throws -> ColumnList {
        try ColumnList(by, of: schema, entities)
    }

    /// Returns the aggregates of each group, with their columns.
    func aggregates(
        of schema: StoredSchema, _ entities: EntityFinder
    ) throws -> [(aggregate: AggregateExpression, column: AttributeSchema)] {
        var columns: [(aggregate: AggregateExpression, column: AttributeSchema)] = []
        func add(_ aggregate: AggregateExpression, _ name: String, _ type: StoredType) {
            let column = AttributeSchema(
                id: AttributeID(UInt32(columns.count + 1)), name: name, type: type,
                isNullable: true)
            columns.append((aggregate, column))
        }
        add(.count, "count", .scalar(.int64))
        func list(_ texts: [String]) throws -> Zip2Sequence<[AttributePath], [AttributeSchema]> {
            let list = try ColumnList(texts, of: schema, entities)
            return zip(list.paths, list.attributes)
        }
        for (path, attribute) in try list(sum) {
            add(.sum(path), "sum(\(attribute.name))", attribute.type)
        }
        for (path, attribute) in try list(average) {
            let isDecimal = attribute.type == .scalar(.decimal)
            add(
                .average(path), "average(\(attribute.name))",
                isDecimal ? attribute.type : .scalar(.double))
        }
        for (path, attribute) in try list(min) {
            add(.min(path), "min(\(attribute.name))", attribute.type)
        }
        for (path, attribute) in try list(max) {
            add(.max(path), "max(\(attribute.name))", attribute.type)
        }
        return columns
    }
}
