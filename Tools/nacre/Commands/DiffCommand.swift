internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre diff`: shows the combined changes of several commits.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Shows what differs between two states.",
        discussion: """
            'nacre diff STORE 12 20' shows the effect of the commits 13 to 20: the objects that \
            exist in only one of the two states, and those that differ. Objects that came and went \
            in between are not shown. A state is named as for --at: by the number of its newest \
            commit, by a mark or by a time. Both must be kept.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The earlier state; 0 for the empty store.") var first: String
    @Argument(help: "The later state (default: the newest).") var second: String?
    @Flag(help: "Print a JSON object for each change instead of text for people.") var json = false
    @Flag(help: "Print long values in full, not only their beginning. --json always does.")
    var full = false

    func run() throws {
        let database = try StoreAccess.read(store)
        let start = try PointOption.commit(first, in: database)
        let end =
            try second.map { try PointOption.commit($0, in: database) }
            ?? database.snapshot().commit
        guard start <= end else {
            throw ValidationError("The earlier state comes first: \(end) is before \(start).")
        }
        let difference = try database.difference(from: start, to: end)
        let output = Output.standard()
        try ChangesText(difference.records, json: json, full: full).write(to: output)
        try output.flush()
    }
}
