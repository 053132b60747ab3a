internal import ArgumentParser
internal import NacreEngine
internal import NacreExchangeCore

/// `nacre backup`: brings a directory to the state of a store.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the new parts of a store, even while it is being written to.",
        discussion: """
            The backup is itself a store: to restore, open it, or copy it to the place of the \
            store. It can be opened for reading at any time, even while a backup is running or \
            after one was interrupted. Segments that it already has are not copied again. The \
            command refuses a directory that holds another store or other files, and a backup \
            that was written to. With --without-history it has the present objects only.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The backup's directory.") var destination: String
    @Flag(help: "Do not check the copied data.") var unchecked = false
    @Flag(help: "Leave former states out.") var withoutHistory = false

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let report = try backup()
        let output = Output.standard()
        try output.line(
            "backed up: \(ByteCount.text(report.copiedBytes)) copied in"
                + " \(ByteCount.counted(report.copiedSegments, "segment")),"
                + " \(ByteCount.counted(report.keptSegments, "segment")) there already,"
                + " \(report.removedSegments) removed, last commit \(report.lastCommit),"
                + " \(TimeText.text(clock.now - start))")
        try output.flush()
    }

    private func backup() throws -> BackupReport {
        let bar = ProgressBar("Copying", unit: "MB")
        defer { bar.clear() }
        do {
            return try Database.backup(
                from: store, to: destination, verifies: !unchecked, keepsHistory: !withoutHistory
            ) {
                bar.update(done: $0, of: $1, count: $0 / 1_000_000)
            }
        } catch let error as StoreError where error.file == store {
            throw StoreAccess.explained(error, store)
        }
    }
}
