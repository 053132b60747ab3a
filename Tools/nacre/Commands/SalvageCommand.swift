internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre salvage`: copies the readable parts of a damaged store into a new store.
struct SalvageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "salvage",
        abstract: "Copies the readable part of a damaged store into a new store.",
        discussion: """
            The damaged store is only read; it must not be written to meanwhile. Its manifest and \
            some of its segments may be missing. The newest readable version of each object is \
            kept. A list of all losses is written as JSON to a file beside the new store; the file \
            must not exist yet. The new store is created as a whole or not at all. The exit code \
            is 65 if not everything was kept, and 77 if the operating system does not permit \
            reading a file, which is not a loss.
            """)

    @Argument(help: "The damaged store's directory.") var store: String
    @Argument(help: "The new store's directory, which must be empty or not exist.")
    var destination: String
    @Option(help: "The file for the list of losses (default: <destination>.report.json).")
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
                "Not everything could be kept. The damaged store was not changed; the report lists"
                    + " the known losses.")
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
