internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre fetch`: prints the objects that pass a filter, sorted, as a table, JSON Lines or CSV.
struct FetchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Shows objects of an entity.",
        discussion: """
            Without --sort, objects come in the order of their ids. With --sort, objects with \
            equal values come in the order of their ids. A table shows null as null. In JSON \
            Lines, every line has all columns. In CSV (RFC 4180, lines end with CR LF), null is an \
            empty field, and the empty string is "".
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity.") var entity: String
    @OptionGroup var filter: FilterOption
    @OptionGroup var point: PointOption
    // Unconditional, since a dash before a key makes its order descending.
    @Option(
        name: .customLong("sort"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Sort by this attribute; with '-' before its name, in descending order. Can be"
                + " repeated, or list several attributes with commas between them. Put names that"
                + " are not identifiers in backquotes: '-`the name`'.", valueName: "key"))
    var sorts: [String] = []
    // Unconditional, so that -1 is parsed as a number, and refused, rather than as an option.
    @Option(parsing: .unconditional, help: "The maximum number of objects.") var limit: Int?
    @Option(parsing: .unconditional, help: "The number of objects to skip at the beginning.")
    var offset = 0
    @Option(
        help: ArgumentHelp(
            "Show only these attributes, in this order, with commas between them. A dot follows a"
                + " reference: name,mayor.name.", valueName: "names"))
    var columns: [String] = []
    @Option(help: "The output's format: table, jsonl or csv.") var format: FetchFormat?
    @Flag(help: "Short for --format jsonl.") var json = false
    @Flag(help: "Instead of the objects, show how and by which indexes they would be found.")
    var explain = false

    func validate() throws {
        if limit ?? 0 < 0 { throw ValidationError("--limit must be 0 or more.") }
        if offset < 0 { throw ValidationError("--offset must be 0 or more.") }
        if json, format != nil, format != .jsonl {
            throw ValidationError("--json means --format jsonl: choose one format.")
        }
    }

    /// Returns the sorting for a key. A key that as a whole is an attribute's name needs no
    /// backquotes, as in `--columns`.
    private static func sorting(
        _ key: String, _ schema: StoredSchema, _ entities: EntityFinder
    ) throws -> [SortTerm] {
        for (sign, name) in [("-", String(key.dropFirst())), ("", key)] {
            guard key == sign + name, schema.ordinal(of: name) != nil else { continue }
            return try SortTerm.parse(sign + FilterText.name(name), schema: schema)
        }
        return try SortTerm.parse(key, schema: schema, entities: entities)
    }

    func run() throws {
        let snapshot = try point.snapshot(of: StoreAccess.read(store))
        let schema = try snapshot.schema(of: entity)
        let entities = snapshot.catalog.finder
        let columns =
            columns.isEmpty
            ? ColumnList(all: schema) : try ColumnList(columns, of: schema, entities)
        let query = Query(
            entity: entity, filter: try filter.filter(schema, entities),
            sorts: try sorts.flatMap { try Self.sorting($0, schema, entities) }, limit: limit,
            offset: offset)
        let output = Output.standard()
        if explain {
            try output.line("\(try snapshot.explain(query))")
            return try output.flush()
        }
        var writer = (json ? .jsonl : format ?? .table).writer(to: output)
        try writer.begin(columns.attributes)
        try snapshot.forEachRow(query, columns.paths) { values in
            try writer.write(values)
            return true
        }
        try writer.end()
        try output.flush()
    }
}
