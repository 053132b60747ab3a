internal import ArgumentParser
internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// `nacre import`: brings the objects of a file into one entity.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports objects from a file of JSON Lines or CSV.",
        discussion: """
            A store or an entity that does not exist is created. The types of a new entity's \
            attributes are chosen to hold every value in the file without losing a digit: a CSV \
            column with 1.10 becomes decimal, and one with 007 becomes string. An existing entity \
            keeps its attributes and types. An object replaces the one with its id, if there is \
            one; attributes that it lacks become null. Each 10,000 objects are a commit, which \
            stays even if the import fails afterwards.
            """)

    @Argument(help: "The store's directory. It is created if it does not exist.")
    var store: String

    @Option(help: "The entity to import the objects into.")
    var entity: String

    @Option(
        help: ArgumentHelp(
            "The attribute that identifies an object. Without it, the store makes ids for a new "
                + "entity, in the attribute '_id'.",
            valueName: "attribute"))
    var id: String?

    @Option(help: "The file's format: jsonl, csv, or auto to detect it by name and content.")
    var format = FormatArgument.auto

    @Option(help: "The separator of CSV fields: comma, semicolon, tab, or auto.")
    var delimiter = DelimiterArgument.auto

    @Option(help: "The author to record with the commits.")
    var author = ""

    @Option(
        help: ArgumentHelp(
            "Keep former states of the store: 'forever', '30 days', '1000 commits', or several "
                + "limits with commas. A longer policy of the store stays.",
            valueName: "policy"))
    var history: PolicyArgument?

    @Option(
        help: ArgumentHelp(
            "Make these attributes searchable by 'nacre search', with commas between them.",
            valueName: "attributes"))
    var search: String?

    @Argument(help: "The file. '-' is standard input, as JSON Lines unless --format is csv.")
    var file: String

    enum FormatArgument: String, ExpressibleByArgument, CaseIterable {
        case jsonl, csv, auto
    }

    enum DelimiterArgument: String, ExpressibleByArgument, CaseIterable {
        case comma, semicolon, tab, auto

        init?(argument: String) {
            switch argument {
            case ",": self = .comma
            case ";": self = .semicolon
            case "\t": self = .tab
            default: self.init(rawValue: argument)
            }
        }
    }

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let (tally, notes) = try importFile()
        let seconds = (clock.now - start) / .seconds(1)
        for note in notes { StandardError.write(TerminalText.escaped("nacre: \(note)")) }
        let output = Output.standard()
        try output.line(
            "imported " + tally.sentence(into: TerminalText.escaped(entity), seconds: seconds))
        try output.flush()
    }

    private func importFile() throws -> (tally: ChangeTally, notes: [ImportError]) {
        // One bar for each stage, made when the stage begins, because its clock starts then.
        var bars: [Importer.Stage: ProgressBar] = [:]
        defer { for bar in bars.values { bar.clear() } }
        var importer = try Importer(ImportFile(path: file), options: options) {
            stage, objects, bytes, size in
            if bars[stage] == nil {
                for bar in bars.values { bar.clear() }
                bars[stage] = ProgressBar(stage == .reading ? "Reading" : "Importing")
            }
            bars[stage]?.update(done: bytes, of: size, count: objects)
        }
        let target = try TargetStore(at: store) {
            try importer.inferSchema()
            return .changes
        }
        return try target.run { database in
            try checkSearch(in: database)
            if let history { try database.lengthenHistory(to: history.policy) }
            let tally = try importer.run(into: database, isAllOrNothing: target.isAllOrNothing)
            try declareSearch(in: database)
            if try tally.count == 0 && database.snapshot().catalog[entity] == nil {
                StandardError.write(
                    TerminalText.escaped(
                        "nacre: \(file): There are no objects in it; the entity '\(entity)' was"
                            + " not made."))
            }
            return (tally, importer.notes)
        }
    }

    /// The attributes that the options make searchable; nil if they name none.
    private var searchedNames: [String]? {
        search?.split(separator: ",").map { $0.trimmingPrefix { $0 == " " }.description }
    }

    /// Throws before anything is imported if an existing entity cannot have the search.
    private func checkSearch(in database: Database) throws {
        guard let names = searchedNames,
            let schema = try database.snapshot().catalog[entity]?.schema
        else { return }
        let known = Set(schema.attributes.map(\.name))
        if let name = names.first(where: { !known.contains($0) }) {
            throw CommandFailure(.usage, "'\(entity)' has no attribute '\(name)' to search.")
        }
        let former = schema.namedSearches.first { $0.name.isEmpty }
        if let former, former.attributes != names {
            throw CommandFailure(
                .usage,
                "'\(entity)' has a search already: \(former). Import without --search.")
        }
    }

    /// Declares the search that the options name, unless the entity has it already.
    private func declareSearch(in database: Database) throws {
        guard let names = searchedNames,
            let schema = try database.snapshot().catalog[entity]?.schema,
            !schema.namedSearches.contains(where: { $0.name.isEmpty })
        else { return }
        try database.performChanges(author: author) { changes in
            let schema = try changes.schema(of: entity)
            let others = schema.namedSearches.filter { !$0.name.isEmpty }
            try changes.redefine(
                entity, attributes: schema.attributes, searches: [.words(names)] + others)
        }
        // Closing writes a large index to a file, so that later commands need not read all texts.
        try database.buildSearches()
    }

    private var options: Importer.Options {
        var options = Importer.Options(entity: entity, id: id)
        options.format = ImportFormat(rawValue: format.rawValue)
        options.delimiter = CSVDelimiter(rawValue: delimiter.rawValue)
        options.author = author
        return options
    }
}
