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
            """)

    @Argument(help: "The store's directory.")
    var store: String

    @Option(help: "Dump only this entity.")
    var entity: String?

    @Option(
        name: .shortAndLong, help: "The file to write. '-', the default, is standard output.")
    var output: String?

    @OptionGroup var point: PointOption

    @Flag(help: "Replace the file if it exists.")
    var overwrite = false

    func run() throws {
        let snapshot = try point.snapshot(of: StoreAccess.read(store))
        // Checked before the file is touched: a misspelled entity must not cost an earlier dump.
        if let entity { _ = try snapshot.schema(of: entity) }
        guard let path else { return try writeToStandardOutput(snapshot) }
        let file = try OutputFile.make(path: path, overwrites: overwrite, outside: store)
        do {
            try write(snapshot, to: file.write)
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
    }

    /// The file's path, or nil for standard output.
    private var path: String? { output == "-" ? nil : output }

    private func writeToStandardOutput(_ snapshot: DatabaseSnapshot) throws {
        let output = Output.standard()
        let isForTerminal = Terminal.isStandardOutput
        try write(snapshot) { try output.write(isForTerminal ? TerminalJSON.escaped($0) : $0) }
        try output.flush()
    }

    private func write(_ snapshot: DatabaseSnapshot, to write: @escaping ([UInt8]) throws -> Void)
        throws
    {
        let bar = ProgressBar("Dumping")
        defer { bar.clear() }
        // On a terminal, the lines that scroll by are progress enough.
        let isShown = path != nil || !Terminal.isStandardOutput
        try Dumper(
            snapshot, entity: entity, write: write,
            progress: { done, total in if isShown { bar.update(done: done, of: total) } }
        ).run()
    }
}
