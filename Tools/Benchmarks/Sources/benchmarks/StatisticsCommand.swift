import ArgumentParser
import Foundation

/// Compares the statistics of a tracker's dashboard, in Nacre and in SQL.
struct StatisticsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statistics",
        abstract: "Compare the statistics of a tracker's dashboard with those of SQLite.",
        discussion: """
            Fails if an answer of Nacre differs from that of SQLite. Otherwise prints a table of \
            the times in Markdown.
            """)

    @Option(help: "The number of issues; they have two comments each on average.")
    var issues = 200_000

    @Option(help: "The number of turns of each database for a statistic; the median counts.")
    var rounds = 7

    @Option(help: "The statistics to run, by their numbers in the table (default: all).")
    var only: [Int] = []

    @Option(help: "The folder for both databases, kept for another run (default: a temporary one).")
    var directory: String?

    @Option(help: "The clock: wall, or cpu on a busy machine, which adds up all threads.")
    var clock = ClockKind.wall

    @Flag(help: "Use 2,000 issues and one turn, only to compare the answers.")
    var smoke = false

    func run() throws {
        let root = directory ?? NSTemporaryDirectory() + "nacre-statistics-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { if directory == nil { try? FileManager.default.removeItem(atPath: root) } }

        let tracker = Tracker(issueCount: smoke ? 2000 : issues)
        let databases = "\(root)/tracker-\(tracker.issueCount)"
        if !FileManager.default.fileExists(atPath: databases) {
            let unfinished = databases + "-unfinished"
            try Workspace.makeEmpty(unfinished)
            try Dashboard.create(in: unfinished, tracker)
            try TrackerDatabase.create(in: unfinished, tracker)
            try FileManager.default.moveItem(atPath: unfinished, toPath: databases)
        }
        let run = StatisticsRun(
            dashboard: try Dashboard(in: databases), database: try TrackerDatabase(in: databases),
            rounds: smoke ? 1 : rounds, clock: clock)
        let table = StatisticsTable(results: try chosen.map(run.result))
        try run.database.close()
        try run.dashboard.close()
        print("\(Table.number(Double(tracker.issueCount))) issues.\n\n\(table.text)")
    }

    func validate() throws {
        guard issues > 0, issues <= Tracker.issuesMax, rounds > 0 else {
            throw ValidationError(
                "Numbers must be greater than 0, and issues at most \(Tracker.issuesMax).")
        }
        guard only.allSatisfy(Statistic.all.indices.map({ $0 + 1 }).contains) else {
            throw ValidationError("There are statistics 1 to \(Statistic.all.count).")
        }
    }

    private var chosen: [Statistic] {
        only.isEmpty ? Statistic.all : only.map { Statistic.all[$0 - 1] }
    }
}
