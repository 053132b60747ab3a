internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre salvage`: takes what is readable of a damaged store into a new one.
struct SalvageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "salvage",
        abstract: "Takes what is readable of a damaged store into a new one.",
        discussion: """
            The damaged store is only read; it must not be written to meanwhile. Neither its \
            manifest nor all of its segments need be there. Of each object the newest version \
            that can be read is kept. A list of what is lost is written beside the new store, as \
            JSON. Ends with exit code 65 if not everything was kept.
            """)

    @Argument(help: "The damaged store's directory.") var store: String
    @Argument(help: "The new store's directory: empty, or not there yet.") var destination: String
    @Option(help: "Where to write the list of what is lost. [default: OUT.report.json]")
    var report: String?

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let found = try salvage()
        var path = destination
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        path = report ?? "\(path).report.json"
        let file = try OutputFile(path: path)
        do {
            try file.write(JSONWriter.bytes(of: SalvageText.json(found)) + [0x0A])
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
        let output = Output.standard()
        try SalvageText.write(found, in: clock.now - start, to: output)
        try output.line("report: \(TerminalText.escaped(path))")
        try output.flush()
        if !found.isComplete {
            throw CommandFailure(
                .badData,
                "Not everything could be kept. The damaged store is as it was; the report lists"
                    + " what is known to be lost.")
        }
    }

    private func salvage() throws -> SalvageReport {
        let bar = ProgressBar("Salvaging", unit: "MB")
        defer { bar.clear() }
        do {
            return try Salvager(from: store, to: destination).run {
                bar.update(done: $0, of: $1, count: $0 / 1_000_000)
            }
        } catch let error as StoreError where error.file == store {
            throw StoreAccess.explained(error, store)
        }
    }
}
