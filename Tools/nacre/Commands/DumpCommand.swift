internal import ArgumentParser
internal import NacreEngine

/// `nacre dump`: a store as text.
struct DumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Writes schemas and objects as JSON Lines, exactly.",
        discussion: """
            'nacre load' makes an equal store of it. The store is only read, and may be in use. A \
            file that is written takes its name when it is complete.
            """)

    @Argument(help: "The store's directory.")
    var store: String

    @Option(help: "Only this entity.")
    var entity: String?

    @Option(name: .shortAndLong, help: "The file to write instead of standard output.")
    var output: String?

    func run() throws {
        let snapshot = try Database(at: store, options: .readOnly).snapshot()
        // Before the file is touched: a misspelt entity must not cost an earlier dump.
        if let entity { _ = try snapshot.count(entity) }
        let file = try OutputFile(path: output)
        let bar = ProgressBar("Dumping")
        defer { bar.clear() }
        do {
            try Dumper(
                snapshot, entity: entity, write: file.write,
                progress: { bar.update(done: $0, of: $1) }
            ).run()
            try file.finish()
        } catch is OutputFile.ReaderIsGone {
            return
        } catch {
            file.discard()
            throw error
        }
    }
}
