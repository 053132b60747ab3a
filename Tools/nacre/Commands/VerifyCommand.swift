internal import ArgumentParser
internal import NacreEngine
internal import NacreExchangeCore

/// `nacre verify`: reads and checks every byte of a store.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks every byte of a store, and changes none.",
        discussion: """
            Lists every defect with its file, its offset and the bytes that it makes unreadable. \
            The exit code is 65 if there are any. Bytes that a crash left after the last whole \
            commit are not a defect but a note. So is a damaged or missing checkpoint: it is only \
            a cache, and without it opening reads the log. With --deep, all indexes are built from \
            the log and compared with those of the opened store: a checkpoint with other indexes \
            is a defect.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Flag(help: "Also compare all indexes with the log.") var deep = false
    @Flag(help: "Print one JSON object instead of text for people.") var json = false

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let report = try check()
        let output = Output.standard()
        if json {
            try output.json(VerifyText.json(report))
        } else {
            try VerifyText.write(report, in: clock.now - start, to: output)
        }
        try output.flush()
        guard report.isSound else {
            throw CommandFailure(
                .badData,
                "The store is damaged: \(ByteCount.counted(report.defects.count, "defect"))."
                    + " Nothing was changed. \(advice(report))")
        }
    }

    private func advice(_ report: IntegrityReport) -> String {
        report.defects.allSatisfy { FileName.checkpointNumber($0.file) != nil }
            ? "The log has everything: remove the checkpoint while no process has the store open."
            : "Restore the files from a backup, or copy the readable part into a new store with"
                + " 'nacre salvage'."
    }

    private func check() throws -> IntegrityReport {
        let bar = ProgressBar("Checking", unit: "MB")
        defer { bar.clear() }
        do {
            return try IntegrityChecker(path: store, isDeep: deep).run { done, total in
                bar.update(done: done, of: total, count: done / 1_000_000)
            }
        } catch let error as StoreError {
            throw StoreAccess.explained(error, store)
        }
    }
}
