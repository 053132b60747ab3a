internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre log`: lists the commits that a store still keeps individually.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Lists the newest commits, with author, note and what they changed.",
        discussion: """
            The newest one last. How far back commits are kept one by one is up to compaction, \
            which joins old ones; the objects in them are all there, of course. 'nacre show' \
            prints a commit's changes.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Option(name: [.short, .long], help: "How many commits at most.") var limit = 20
    @Flag(help: "Print a JSON object for each commit instead of text for people.") var json = false

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit is 1 or more.") }
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
