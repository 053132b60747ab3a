internal import ArgumentParser
internal import NacreEngine
internal import NacreExchangeCore

/// `nacre load`: loads a dump into a store.
struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Loads the output of 'nacre dump'.",
        discussion: """
            Objects keep their ids, and update those in the store with the same ids. Each 10,000 \
            objects are a commit, which stays even if the load fails afterwards. A store that does \
            not exist is created as a whole or not at all.
            """)

    @Argument(help: "The store's directory. It is created if it does not exist.")
    var store: String

    @Argument(help: "The file. '-' is standard input.")
    var file: String

    @Option(help: "The author to record with the commits.")
    var author = ""

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let tally = try load()
        let seconds = (clock.now - start) / .seconds(1)
        let output = Output.standard()
        try output.line(
            "loaded " + tally.sentence(into: TerminalText.escaped(store), seconds: seconds))
        try output.flush()
    }

    private func load() throws -> ChangeTally {
        let bar = ProgressBar("Loading")
        defer { bar.clear() }
        var loader = Loader(try ByteSource(path: file)) { objects, bytes, size in
            bar.update(done: bytes, of: size, count: objects)
        }
        let target = try TargetStore(at: store) { try loader.checkBeginning() }
        return try target.run { database in
            try loader.run(
                into: CommitLoop(
                    database, author: author, isAllOrNothing: target.isAllOrNothing))
        }
    }
}
