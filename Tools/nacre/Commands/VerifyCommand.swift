internal import ArgumentParser
internal import NacreEngine

/// `nacre verify`: reads and checks every byte of a store.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks every byte of a store, and changes none.",
        discussion: """
            Lists every defect with its file and its offset, and ends with exit code 65 if there \
            are any. What a crash leaves behind the last whole commit is no defect but a note.
            """)

    @Argument(help: "The store's directory.") var store: String
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
                    + " Nothing was changed. Restore the files from a backup, or look at the"
                    + " places with 'nacre inspect'.")
        }
    }

    /// Beside a writer, what looks damaged may just have been replaced. So only defects that are
    /// there again count.
    private func check() throws -> IntegrityReport {
        var report = try checkOnce()
        for _ in 0..<2 where !report.isSound {
            let former = Set(report.defects)
            report = try checkOnce()
            if Set(report.defects) == former { break }
        }
        return report
    }

    private func checkOnce() throws -> IntegrityReport {
        let bar = ProgressBar("Checking", unit: "MB")
        defer { bar.clear() }
        do {
            return try IntegrityChecker(path: store).run { done, total in
                bar.update(done: done, of: total, count: done / 1_000_000)
            }
        } catch let error as StoreError {
            throw StoreAccess.explained(error, store)
        }
    }
}
