internal import ArgumentParser
internal import Foundation
internal import NacreEngine
internal import NacreFormat
internal import NacreSearch

/// `nacre search`: prints the objects whose texts match a query best.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Finds objects by the words in their texts.",
        discussion: """
            The entity must have a full-text search: declared by its Swift type, or made by \
            'nacre import --search'. All words must occur, in any order. Also: a OR b, -word, \
            "a phrase", begin*, word~ (with a typing error), attribute:word, near(a b, 5), and \
            parentheses. The best objects come first (BM25). A table shows the part of the text \
            with the most words, marked by asterisks; JSON Lines and CSV show all attributes. \
            'a AND b' is the same as 'a b', 'a NOT b' as 'a -b'. OR separates everything on its \
            left from everything on its right: 'a b OR c' is '(a b) OR c'.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity.") var entity: String
    @Argument(help: "The words. Put them in quotes; after -- they may begin with a dash.")
    var words: [String] = []
    @Option(help: ArgumentHelp("The search, if the entity has several.", valueName: "name"))
    var by = ""
    @OptionGroup var filter: FilterOption
    @OptionGroup var point: PointOption
    @Option(parsing: .unconditional, help: "The maximum number of objects.") var limit = 20
    @Option(help: "The output's format: table, jsonl or csv.") var format: FetchFormat = .table
    @Flag(help: "Print how the search is executed, instead of the objects.") var explain = false
    @Flag(help: "Report a query with mistakes instead of searching its words.") var strict = false

    @Option(help: ArgumentHelp("Prefer objects with a recent date here.", valueName: "attribute"))
    var recent: String?
    @Option(
        help: ArgumentHelp("With --recent, the age that halves the score; 30.", valueName: "days"))
    var halfLife: Double?

    func validate() throws {
        if limit < 0 { throw ValidationError("--limit must be 0 or more.") }
        if halfLife != nil, recent == nil {
            throw ValidationError("--half-life needs --recent, which names the date.")
        }
        if words.isEmpty { throw ValidationError("Name the words to search for.") }
    }

    func run() throws {
        let snapshot = try point.snapshot(of: StoreAccess.read(store))
        let schema = try snapshot.schema(of: entity)
        let query = try query(schema)
        let request = RankedSearch(
            query, in: entity, by: by, filter: try filter.filter(schema, snapshot.catalog.finder),
            limit: limit, recency: recency)
        let output = Output.standard()
        if explain {
            try output.line("\(try snapshot.explain(request))")
            return try output.flush()
        }
        var writer = format.writer(to: output)
        var found: [RankedHit] = []
        let highlighter = try snapshot.search(request) { found.append($0) }
        try writer.begin(columns(schema))
        for hit in found {
            let score = Value.double((hit.score * 1000).rounded() / 1000)
            let values = try snapshot.values(of: hit.record, schema: schema)
            guard format == .table else {
                try writer.write([score] + values)
                continue
            }
            let text = highlighter.snippet(of: values, schema, around: 8)
            try writer.write([score, hit.id, .string(text.highlighted(open: "*", close: "*"))])
        }
        try writer.end()
        try output.flush()
    }

    private var recency: RankedSearch.Recency? {
        recent.map { attribute in
            RankedSearch.Recency(
                attribute, halfLife: (halfLife ?? 30) * 86_400,
                now: Date().timeIntervalSinceReferenceDate)
        }
    }

    private func query(_ schema: StoredSchema) throws -> SearchQuery {
        do throws(StoreError) {
            return try schema.searchQuery(
                words.joined(separator: " "), strict ? .strict : .lenient, by: by)
        } catch {
            guard error.code == .invalidValue else { throw error }
            // The place of a mistake is shown on lines of its own.
            throw CommandFailure(.usage, ErrorReport.lines(error.message))
        }
    }

    private func columns(_ schema: StoredSchema) -> [AttributeSchema] {
        func column(_ name: String, _ type: StoredType) -> AttributeSchema {
            AttributeSchema(id: AttributeID(1), name: name, type: type, isNullable: false)
        }
        let score = column("score", .scalar(.double))
        if format != .table { return [score] + schema.attributes }
        return [score, schema.idAttribute, column("text", .string)]
    }
}
