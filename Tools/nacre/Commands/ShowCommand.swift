internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre show`: shows the changes of one commit.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows what a commit changed: each object, its old and its new values.",
        discussion: "'nacre log' lists the numbers of the commits that are kept one by one.")

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The commit's number (default: the newest).") var commit: UInt64?
    @Flag(help: "Print a JSON object for each change instead of text for people.") var json = false
    @Flag(help: "Print long values in full, not only their beginning. --json always does.")
    var full = false

    func run() throws {
        let database = try StoreAccess.read(store)
        let history = try database.history()
        let number = CommitNumber(commit ?? history.end.rawValue)
        try CommitRange.check(number, in: history, store)
        let output = Output.standard()
        try history.forEachCommit(in: number...number) { commit in
            if !json { try output.line(CommitText(commit).line) }
            try ChangesText(commit.records, json: json, full: full).write(to: output)
            return false
        }
        try output.flush()
    }
}
