import ArgumentParser
import Foundation

/// Compares full-text searches of Nacre and SQLite.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Compare full-text searches with those of SQLite FTS5.",
        discussion: """
            Fails if an answer of Nacre differs from that of SQLite. Otherwise prints a table in \
            Markdown. The texts are the entries of two English dictionaries, of the Debian \
            packages dict-gcide and dict-wn.
            """)

    @Option(help: "A folder of text files, whose paragraphs are the texts instead.")
    var folder: String?

    @Option(help: "A file of cities with translations, a line of JSON each, as texts instead.")
    var cities: String?

    @Option(help: "The most texts to use (default: all).")
    var texts: Int?

    @Option(help: "The rows to run, such as build or frequent (default: all).")
    var only: [SearchRowKind] = []

    @Option(help: "The number of turns of each peer for a row; the median counts.")
    var rounds = 5

    @Option(help: "The folder for the stores, kept for another run (default: a temporary one).")
    var directory: String?

    @Option(help: "The clock of rows that read: wall, or cpu, which adds up all threads.")
    var clock = ClockKind.wall

    @Flag(help: "Use the few texts of Debian's licenses, and one turn, to compare the answers.")
    var smoke = false

    func run() throws {
        guard let source else {
            SearchRun.note("search: skipped, since this system has none of Debian's licenses.")
            return
        }
        let root = directory ?? NSTemporaryDirectory() + "nacre-search-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { if directory == nil { try? FileManager.default.removeItem(atPath: root) } }

        let texts = try NoteTexts(source, most: self.texts)
        let queries = try QuerySet(texts.notes)
        let run = SearchRun(
            stores: try SearchStores(in: root, texts), queries: queries,
            rounds: smoke ? 1 : rounds, clock: clock)
        let table = try run.table(only.isEmpty ? SearchRowKind.allCases : only)
        let count = Table.number(Double(texts.notes.count))
        print("\(count) texts of \(Table.bytes(Double(texts.bytes))).\n\n\(table.text)")
    }

    func validate() throws {
        guard rounds > 0, texts ?? 1 > 0 else {
            throw ValidationError("Numbers must be greater than 0.")
        }
    }

    /// The source of the texts; nil if a small run has none.
    private var source: TextSource? {
        if let folder { return .folder(folder) }
        if let cities { return .cities(cities) }
        if !smoke { return .dictionaries }
        return FileManager.default.fileExists(atPath: TextSource.licenses)
            ? .folder(TextSource.licenses) : nil
    }
}
