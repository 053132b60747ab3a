internal import ArgumentParser
internal import NacreEngine
internal import NacreExchangeCore

/// `nacre compact`: drops the records that are no longer current.
struct CompactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Copies current data into new segments and removes the old segments.",
        discussion: """
            Former versions of objects and deleted objects are removed, unless the store keeps \
            them (see 'nacre keep'); nothing else changes. An interruption loses nothing, and \
            completed steps are kept. The command works on a few segments at a time, and needs \
            disk space for a second copy of what it keeps of them.
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
