internal import ArgumentParser
internal import NacreEngine

/// `nacre dump`: writes a store as text.
struct DumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Writes schemas and objects as JSON Lines, without any loss.",
        discussion: """
            'nacre load' makes an equal store from the output. The store is only read, and may be \
            in use. An output file gets its name when it is complete. An existing file stays as it \
            is unless --overwrite is given. Links are not followed.

            With --history, the oldest state that the store keeps comes first, and then each \
            commit with the objects that it saved and deleted. Policies, marks and undone commits \
            are also written. All objects are written by the present schema, also those of former \
            states. Entities with a policy of their own join at their own horizon; of those whose \
            history is not kept, only the present objects are written, with the newest commit.
            """)

    @Argument(help: "The store's directory.")
    var store: String

    @Option(help: "Dump only this entity.")
    var entity: String?

    @Option(
        name: .shortAndLong, help: "The file to write. '-', the default, is standard output.")
    var output: String?

    @OptionGroup var point: PointOption

    @Flag(help: "Dump all states that the store keeps, commit by commit.")
    var history = false

    @Flag(help: "Replace the file if it exists.")
    var overwrite = false

    func validate() throws {
        if history, entity != nil || point.text != nil {
            throw ValidationError("--history dumps all states of all entities.")
        }
    }

    func run() throws {
        let content = try content()
        guard let path else { return try writeToStandardOutput(content) }
        let file = try OutputFile.make(path: path, overwrites: overwrite, outside: store)
        do {
            try write(content, to: file.write)
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
    }

    /// The content of the dump.
    private enum Content {
        case state(DatabaseSnapshot)
        case history(KeptHistory)
    }

    private func content() throws -> Content {
        let database = try StoreAccess.read(store)
        if history { return .history(try database.keptHistory()) }
        let snapshot = try point.snapshot(of: database)
        // Checked before the file is touched: a misspelled entity must not cost an earlier dump.
        if let entity { _ = try snapshot.schema(of: entity) }
        return .state(snapshot)
    }

    /// The file's path, or nil for standard output.
    private var path: String? { output == "-" ? nil : output }

    private func writeToStandardOutput(_ content: Content) throws {
        let output = Output.standard()
        let isForTerminal = Terminal.isStandardOutput
        try write(content) { try output.write(isForTerminal ? TerminalJSON.escaped($0) : $0) }
        try output.flush()
    }

    private func write(
        _ content: Content, to write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let bar = ProgressBar("Dumping")
        defer { bar.clear() }
        // On a terminal, the lines that scroll by are progress enough.
        let isShown = path != nil || !Terminal.isStandardOutput
        func progress(done: Int, total: Int) {
            if isShown { bar.update(done: done, of: total) }
        }
        switch content {
        case .state(let snapshot):
            try Dumper(snapshot, entity: entity, write: write, progress: progress).run()
        case .history(let kept):
            try HistoryDumper(kept, write: write, progress: progress).run()
        }
    }
}
