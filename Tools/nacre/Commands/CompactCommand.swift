internal import ArgumentParser
internal import NacreEngine

/// `nacre compact`: drops the records that are no longer current.
struct CompactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Copies what is current into new segments and removes the old ones.",
        discussion: """
            Former versions of objects and deleted objects go; nothing else changes. If it is \
            interrupted at any time, nothing is lost and what was done is kept. It works on a few \
            segments at a time, and needs room for a second copy of what is current in those.
            """)

    @Argument(help: "The store's directory.") var store: String

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let database = try StoreAccess.write(store)
        let report = try compact(database)
        try database.close()
        let output = Output.standard()
        try output.line(
            "compacted: \(ByteCount.text(report.sizeBefore)) before,"
                + " \(ByteCount.text(report.sizeAfter)) after,"
                + " \(ByteCount.counted(report.records, "record")) kept,"
                + " \(TimeText.text(clock.now - start))")
        try output.flush()
    }

    private func compact(_ database: Database) throws -> CompactionReport {
        let bar = ProgressBar("Compacting")
        defer { bar.clear() }
        return try database.compact { done, total in bar.update(done: done, of: total) }
    }
}
