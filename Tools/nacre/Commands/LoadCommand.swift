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

            A dump with history becomes a new store with the same commits: their numbers, times, \
            authors and notes are kept, and so are policies and marks. The digests in the tokens \
            of commits differ. The objects of the oldest state belong to its commit from then on.
            """)

    @Argument(help: "The store's directory. It is created if it does not exist.")
    var store: String

    @Argument(help: "The file. '-' is standard input.")
    var file: String

    @Option(help: "The author to record with the commits; not for a dump with history.")
    var author = ""

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let sentence = try load()
        let seconds = (clock.now - start) / .seconds(1)
        let output = Output.standard()
        try output.line("loaded " + sentence(TerminalText.escaped(store), seconds))
        try output.flush()
    }

    /// Returns what was loaded, as a function of the store's name and the time that it took.
    private func load() throws -> (String, Double) -> String {
        let bar = ProgressBar("Loading")
        defer { bar.clear() }
        var loader = Loader(try ByteSource(path: file)) { objects, bytes, size in
            bar.update(done: bytes, of: size, count: objects)
        }
        let target = try TargetStore(at: store) {
            try loader.checkBeginning()
            return loader.hasHistory ? .history : .changes
        }
        return try target.run { database in
            if loader.hasHistory {
                guard author.isEmpty else {
                    throw ValidationError(
                        "--author is not possible: the commits of this dump have authors already.")
                }
                let tally = try loader.runHistory(into: database)
                // Otherwise the next command would have to read the whole log.
                _ = try database.checkpoint()
                return tally.sentence(into:seconds:)
            }
            let tally = try loader.run(
                into: CommitLoop(
                    database, author: author, isAllOrNothing: target.isAllOrNothing))
            return tally.sentence(into:seconds:)
        }
    }
}
