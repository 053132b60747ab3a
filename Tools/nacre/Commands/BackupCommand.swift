internal import ArgumentParser
internal import NacreEngine

/// `nacre backup`: brings a directory to the state of a store.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies a store, which may be written to meanwhile, and only what is new.",
        discussion: """
            The backup is a store: to restore, open it, or copy it to where the store was. It can \
            be opened for reading at any moment, also while a backup is at work or after one was \
            interrupted. Segments that it has already are not copied again. A directory with \
            another store or with other files is refused, and so is a backup that was written to.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The backup's directory.") var destination: String
    @Flag(help: "Do not check what is copied.") var unchecked = false

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
            return try Database.backup(from: store, to: destination, verifies: !unchecked) {
                bar.update(done: $0, of: $1, count: $0 / 1_000_000)
            }
        } catch let error as StoreError where error.file == store {
            throw StoreAccess.explained(error, store)
        }
    }
}
