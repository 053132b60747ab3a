internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre log`: lists the commits that a store still keeps individually.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Lists the newest commits, with author, note and numbers of changed objects.",
        discussion: """
            The newest commit comes last. Without a history policy, compaction joins old commits, \
            which are then no longer listed; their objects are still in the store. 'nacre show' \
            prints a commit's changes. On a terminal, the first line shows when the commits that \
            fit were made.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Option(name: [.short, .long], help: "The maximum number of commits.") var limit = 20
    @Option(help: "List only commits of this author.") var author: String?
    @Option(help: "List only commits that changed this entity.") var entity: String?
    @Option(help: "List only commits that changed the object with this id; needs --entity.")
    var id: String?
    @Option(help: "List only commits from this time on (2026-03-01 or 2026-03-01T12:00:00Z).")
    var since: String?
    @Option(help: "List only commits before this time.") var until: String?
    @Flag(help: "Print a JSON object for each commit instead of text for people.") var json = false

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
        if id != nil, entity == nil { throw ValidationError("--id needs --entity.") }
        _ = try times
    }

    func run() throws {
        let database = try StoreAccess.read(store)
        let all = try database.commits(selection(in: database))
        let commits = all.prefix(limit).map(\.token.commitNumber).reversed()
        let output = Output.standard()
        if !json, Terminal.isStandardOutput, let line = Sparkline(all.map(\.time)).line {
            try output.line(line)
        }
        let history = try database.history()
        for number in commits.map({ CommitNumber($0) }) {
            try history.forEachCommit(in: number...number) { commit in
                let text = CommitText(commit)
                if json { try output.json(text.summary) } else { try output.line(text.line) }
                return false
            }
        }
        if commits.isEmpty, !json { try output.line(absence(history)) }
        try output.flush()
    }

    private func selection(in database: Database) throws -> CommitSelection {
        var selection = CommitSelection()
        selection.author = author
        selection.times = try times
        selection.entities = entity.map { [$0] }
        if let entity, let id {
            let schema = try database.snapshot().schema(of: entity)
            selection.object = (entity, try schema.id(from: id))
        }
        return selection
    }

    /// The times of the commits to list; nil for all.
    private var times: Range<Int64>? {
        get throws {
            if since == nil, until == nil { return nil }
            let start = try since.map { try PointOption.time($0) } ?? .min
            return start..<max(start, try until.map { try PointOption.time($0) } ?? .max)
        }
    }

    /// Returns the text for a store in which no commit is found.
    private func absence(_ history: History) -> String {
        if history.end == .none { return "The store has no commits." }
        return history.horizon < history.end
            ? "No commit fits."
            : "No commits are kept one by one: compaction has joined all \(history.end)."
    }
}
