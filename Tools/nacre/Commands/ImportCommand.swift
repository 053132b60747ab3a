internal import ArgumentParser
internal import NacreEngine

/// `nacre import`: brings the objects of a file into one entity.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports objects from a file of JSON Lines or CSV.",
        discussion: """
            A store and an entity that are not there are made; the types of the attributes are \
            those that hold every value in the file, without the loss of a digit: a column of \
            CSV with 1.10 is of decimals, and one with 007 of texts. An entity that is there keeps \
            its attributes and types. An object whose id is there is replaced: what the new one \
            leaves out is null then. Each 10,000 objects are a commit, which stays whatever \
            happens afterwards.
            """)

    @Argument(help: "The store's directory; made if it is not there.")
    var store: String

    @Option(help: "The entity that the objects become part of.")
    var entity: String

    @Option(
        help: ArgumentHelp(
            "The attribute that identifies an object. Without it, the store makes ids for a new "
                + "entity, in the attribute '_id'.",
            valueName: "attribute"))
    var id: String?

    @Option(help: "The file's form: jsonl, csv, or auto to tell by its name and its beginning.")
    var format = FormatArgument.auto

    @Option(help: "What separates fields of CSV: comma, semicolon, tab, or auto.")
    var delimiter = DelimiterArgument.auto

    @Option(help: "Who is said to have made the commits.")
    var author = ""

    @Argument(help: "The file; '-' for standard input, as JSON Lines unless --format says csv.")
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
        let target = try TargetStore(at: store) { try importer.inferSchema() }
        return try target.run { database in
            let tally = try importer.run(into: database, isAllOrNothing: target.isAllOrNothing)
            if try tally.count == 0 && database.snapshot().catalog[entity] == nil {
                StandardError.write(
                    TerminalText.escaped(
                        "nacre: \(file): There are no objects in it; the entity '\(entity)' was"
                            + " not made."))
            }
            return (tally, importer.notes)
        }
    }

    private var options: Importer.Options {
        var options = Importer.Options(entity: entity, id: id)
        options.format = ImportFormat(rawValue: format.rawValue)
        options.delimiter = CSVDelimiter(rawValue: delimiter.rawValue)
        options.author = author
        return options
    }
}
