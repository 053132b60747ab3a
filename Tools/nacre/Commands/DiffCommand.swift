internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre diff`: shows the combined changes of several commits.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Shows all changes from one commit to another together.",
        discussion: """
            'nacre diff STORE 12 20' shows the effect of the commits 13 to 20: the objects that \
            exist in only one of the two states, and those that differ. Objects that came and went \
            in between are not shown.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The number of the earlier commit; 0 for the empty store.") var first: UInt64
    @Argument(help: "The number of the later commit (default: the newest).") var second: UInt64?
    @Flag(help: "Print a JSON object for each change instead of text for people.") var json = false
    @Flag(help: "Print long values in full, not only their beginning. --json always does.")
    var full = false

    func run() throws {
        let database = try StoreAccess.read(store)
        let history = try database.history()
        let last = CommitNumber(second ?? history.end.rawValue)
        guard first <= last.rawValue else {
            throw ValidationError("The earlier commit comes first: \(last) is before \(first).")
        }
        let output = Output.standard()
        if first < last.rawValue {
            let next = CommitNumber(first + 1)
            try CommitRange.check(next, in: history, store)
            try CommitRange.check(last, in: history, store)
            var sum = CommitSum()
            try history.forEachCommit(in: next...last) { commit in
                sum.add(commit)
                return true
            }
            if let before = sum.before, let after = sum.after {
                let changes = ChangesText(
                    sum.changes, before: before, after: after, json: json, full: full)
                try changes.write(to: output)
            }
        }
        try output.flush()
    }
}
