internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre salvage`: copies the readable parts of a damaged store into a new store.
struct SalvageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "salvage",
        abstract: "Takes what is readable of a damaged store into a new one.",
        discussion: """
            The damaged store is only read; it must not be written to meanwhile. Neither its \
            manifest nor all of its segments need be there. Of each object the newest version \
            that can be read is kept. A list of what is lost is written beside the new store, as \
            JSON, to a file that must not be there yet. The new store is there as a whole in the \
            end, or not at all. Ends with exit code 65 if not everything was kept, and with 77 if \
            a file may not be read, which is no loss.
            """)

    @Argument(help: "The damaged store's directory.") var store: String
    @Argument(help: "The new store's directory: empty, or not there yet.") var destination: String
    @Option(help: "Where to write the list of what is lost. [default: OUT.report.json]")
    var report: String?

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        var path = destination
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        path = report ?? "\(path).report.json"
        let salvager = Salvager(from: store, to: destination)
        try salvager.checkDestination()
        // Made before the work, so that a path that cannot be written to is found out first.
        let file = try OutputFile.make(path: path, outside: store)
        var failure: (any Error)?
        let found: SalvageReport
        do {
            found = try run(salvager) { found in
                // Written before the new store is finished, so that it never exists without the
                // list of its losses.
                do {
                    try file.write(JSONWriter.bytes(of: SalvageText.json(found)) + [0x0A])
                    try file.sync()
                } catch {
                    failure = error
                }
            }
            if failure == nil { do { try file.finish() } catch { failure = error } }
        } catch {
            file.discard()
            throw error
        }
        let output = Output.standard()
        try SalvageText.write(found, in: clock.now - start, to: output)
        if let failure {
            file.discard()
            // If the list could not be written to the file, it goes to the output instead.
            try output.json(SalvageText.json(found))
            try output.flush()
            throw failure
        }
        try output.line("report: \(TerminalText.escaped(path))")
        try output.flush()
        if !found.isComplete {
            throw CommandFailure(
                .badData,
                "Not everything could be kept. The damaged store is as it was; the report lists"
                    + " what is known to be lost.")
        }
    }

    private func run(
        _ salvager: Salvager, _ written: (SalvageReport) throws -> Void
    ) throws -> SalvageReport {
        let bar = ProgressBar("Salvaging", unit: "MB")
        defer { bar.clear() }
        do {
            return try salvager.run(
                progress: { bar.update(done: $0, of: $1, count: $0 / 1_000_000) },
                making: { try Interruption.making($0, cleanup: { $0.discard() }) },
                written: written)
        } catch let error as StoreError where error.file == store {
            throw StoreAccess.explained(error, store)
        }
    }
}
