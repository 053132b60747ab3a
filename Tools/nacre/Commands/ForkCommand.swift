internal import ArgumentParser
internal import NacreEngine
internal import NacreExchangeCore

/// `nacre fork`: makes a new store of a state of another one.
struct ForkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fork",
        abstract: "Makes a new store of the present or a former state, even beside a writer.",
        discussion: """
            Either store can then be changed without the other one. The fork has the history up \
            to its commit. It shares the files that are never written again, if the file system \
            can do that, so it is no backup. An entity of which the store does not keep the former \
            state has no objects in the fork. Consumers of commits are dropped there. The new \
            store is created as a whole or not at all.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The new store's directory, which must be empty or not exist.")
    var destination: String
    @OptionGroup var point: PointOption
    @Flag(help: "Check the new store before it is finished.") var verify = false

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let report = try fork()
        let output = Output.standard()
        try output.line(
            "forked: commit \(report.commit), \(ByteCount.text(report.sharedBytes)) shared,"
                + " \(ByteCount.text(report.copiedBytes)) copied,"
                + " \(TimeText.text(clock.now - start))")
        for name in report.emptyEntities {
            try output.line(
                "without the objects of \(TerminalText.escaped(name)), whose former state is not"
                    + " kept")
        }
        try output.flush()
    }

    private func fork() throws -> ForkReport {
        let database = try StoreAccess.read(store)
        let commit = try point.commit(in: database)
        let bar = ProgressBar("Forking", unit: "MB")
        defer { bar.clear() }
        return try database.fork(
            at: commit, to: destination, verifies: verify,
            making: { try Interruption.making($0, cleanup: { $0.discard() }) },
            progress: { bar.update(done: $0, of: $1, count: $0 / 1_000_000) })
    }
}
