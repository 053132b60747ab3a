internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre log`: lists the commits that a store still keeps individually.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Lists the newest commits, with author, note and numbers of changed objects.",
        discussion: """
            The newest commit comes last. Compaction joins old commits, which are then no longer \
            listed; their objects are still in the store. 'nacre show' prints a commit's changes.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Option(name: [.short, .long], help: "The maximum number of commits.") var limit = 20
    @Flag(help: "Print a JSON object for each commit instead of text for people.") var json = false

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
    }

    func run() throws {
        let database = try StoreAccess.read(store)
        let history = try database.history()
        let (oldest, newest) = (history.horizon.rawValue, history.end.rawValue)
        let output = Output.standard()
        if newest > oldest {
            let first = newest - min(newest - oldest, UInt64(limit)) + 1
            let range = CommitNumber(first)...CommitNumber(newest)
            try history.forEachCommit(in: range) { commit in
                let text = CommitText(commit)
                if json { try output.json(text.summary) } else { try output.line(text.line) }
                return true
            }
        } else if !json {
            try output.line(
                newest == 0
                    ? "The store has no commits."
                    : "No commits are kept one by one: compaction has joined all \(newest).")
        }
        try output.flush()
    }
}
