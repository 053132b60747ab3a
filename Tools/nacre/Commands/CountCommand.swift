internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre count`: counts the objects that pass a filter, as a whole or by the values of attributes,
/// and prints the requested aggregates.
struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Counts objects, and adds up their values.",
        discussion: """
            By itself it prints a number. With any of --by, --sum, --average, --min and --max it \
            prints a row for each group, in ascending order of the grouping attributes. A row has \
            the values of these attributes, the number of objects, and the other results in the \
            order of the options above. All of these but the number of objects ignore objects \
            whose attribute is null. A dot in a name follows a reference: --by country.continent.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity.") var entity: String
    @OptionGroup var filter: FilterOption
    @OptionGroup var point: PointOption
    @OptionGroup var columns: GroupColumns
    @Option(help: "The output's format: table, jsonl or csv.") var format: FetchFormat?
    @Flag(help: "Short for --format jsonl.") var json = false
    @Flag(help: "Show how the objects would be found and grouped instead of counting them.")
    var explain = false

    func validate() throws {
        if json, format != nil, format != .jsonl {
            throw ValidationError("--json means --format jsonl: choose one format.")
        }
    }

    func run() throws {
        let snapshot = try point.snapshot(of: StoreAccess.read(store))
        let schema = try snapshot.schema(of: entity)
        let query = Query(
            entity: entity, filter: try filter.filter(schema, snapshot.catalog.finder))
        let output = Output.standard()
        if columns.isEmpty, explain {
            try output.line("\(try snapshot.explain(query, isCounting: true))")
        } else if columns.isEmpty, format == nil, !json {
            try output.line("\(try snapshot.count(query))")
        } else {
            let format = json ? .jsonl : format ?? .table
            try answer(query, schema, snapshot, output, format)
        }
        try output.flush()
    }

    /// Writes the groups, or the plan for making them.
    private func answer(
        _ query: Query, _ schema: StoredSchema, _ snapshot: DatabaseSnapshot, _ output: Output,
        _ format: FetchFormat
    ) throws {
        let entities = snapshot.catalog.finder
        let keys = try columns.keys(of: schema, entities)
        let aggregates = try columns.aggregates(of: schema, entities)
        let grouping = Grouping(query, by: keys.paths, aggregates.map(\.aggregate))
        if explain { return try output.line("\(try snapshot.explain(grouping))") }
        var writer = format.writer(to: output)
        let groups = try snapshot.groups(grouping)
        try writer.begin(keys.attributes + aggregates.map(\.column))
        for group in groups { try writer.write(group.key + group.values) }
        try writer.end()
    }
}
