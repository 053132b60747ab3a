internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre fetch`: prints the objects that pass a filter, sorted, as a table, JSON Lines or CSV.
struct FetchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Shows objects of an entity.",
        discussion: """
            Without --sort, objects come in the order of their ids; with it, ids decide between \
            equals. A table shows null as null. In JSON Lines every line has all columns. In CSV \
            (RFC 4180, lines end with CR LF) null is an empty field and the empty string "".
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity.") var entity: String
    @OptionGroup var filter: FilterOption
    // Unconditional, since a dash before a key makes its order descending.
    @Option(
        name: .customLong("sort"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Sort by an attribute, with '-' in front of it in descending order. May be repeated,"
                + " and hold several with commas between. Names that are no identifiers stand in"
                + " backquotes: '-`the name`'.", valueName: "key"))
    var sorts: [String] = []
    // Unconditional, so that -1 is parsed as a number, and refused, rather than as an option.
    @Option(parsing: .unconditional, help: "At most so many objects.") var limit: Int?
    @Option(parsing: .unconditional, help: "Leave out so many of the first objects.")
    var offset = 0
    @Option(
        help: ArgumentHelp(
            "Only these attributes, in this order, with commas between. A point goes on through a"
                + " reference: name,mayor.name.", valueName: "names"))
    var columns: [String] = []
    @Option(help: "table, jsonl or csv.") var format: FetchFormat?
    @Flag(help: "Short for --format jsonl.") var json = false
    @Flag(help: "Show how the objects would be found instead of the objects: by which indexes.")
    var explain = false

    func validate() throws {
        if limit ?? 0 < 0 { throw ValidationError("--limit takes a number from 0 up.") }
        if offset < 0 { throw ValidationError("--offset takes a number from 0 up.") }
        if json, format != nil, format != .jsonl {
            throw ValidationError("--json is --format jsonl; choose one format.")
        }
    }

    /// Returns the sorting for a key. A key that as a whole is an attribute's name needs no
    /// backquotes, as in `--columns`.
    private static func sorting(
        _ key: String, _ schema: EntitySchema, _ entities: EntityFinder
    ) throws -> [Sorting] {
        for (sign, name) in [("-", String(key.dropFirst())), ("", key)] {
            guard key == sign + name, schema.ordinal(of: name) != nil else { continue }
            return try Sorting.parse(sign + FilterText.name(name), schema: schema)
        }
        return try Sorting.parse(key, schema: schema, entities: entities)
    }

    func run() throws {
        let snapshot = try StoreAccess.read(store).snapshot()
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
