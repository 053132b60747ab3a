import Foundation

/// A run of all statistics on both databases, in one process.
struct StatisticsRun {
    let dashboard: Dashboard
    let database: TrackerDatabase
    /// The number of turns of each database for a statistic; the median counts.
    let rounds: Int
    let clock: ClockKind

    /// The minimum duration of a turn, in seconds. Shorter statistics are repeated within a turn.
    private static let turn = 0.02

    /// Compares the answers of both databases, then measures both.
    /// - Throws: `RunFailure` if two answers differ.
    func result(of statistic: Statistic) throws -> StatisticResult {
        let nacre = { try statistic.nacre(dashboard) }
        let sqlite = { try statistic.sqlite(database, dashboard) }
        let rows = try compare(try nacre(), try sqlite(), statistic)
        // Caches and columns are filled by now, so these calls are typical.
        let counts = (try repeats(of: nacre), try repeats(of: sqlite))
        var times: (nacre: [Double], sqlite: [Double]) = ([], [])
        for round in 0..<rounds {
            if round.isMultiple(of: 2) {
                times.nacre.append(try time(of: nacre, counts.0))
                times.sqlite.append(try time(of: sqlite, counts.1))
            } else {
                times.sqlite.append(try time(of: sqlite, counts.1))
                times.nacre.append(try time(of: nacre, counts.0))
            }
        }
        return StatisticResult(
            statistic: statistic, rows: rows, plan: try statistic.plan(dashboard.store),
            nacre: times.nacre.median, sqlite: times.sqlite.median)
    }

    /// - Returns: The number of rows of both.
    private func compare(
        _ nacre: [[Cell]], _ sqlite: [[Cell]], _ statistic: Statistic
    ) throws -> Int {
        let (ours, theirs) = (nacre.map(Self.text), sqlite.map(Self.text))
        if ours == theirs { return ours.count }
        let first = zip(ours, theirs).prefix(while: { $0 == $1 }).count
        throw RunFailure(
            what: """
                "\(statistic.title)" has different answers: row \(first + 1) of \(ours.count) in \
                Nacre is "\(ours.dropFirst(first).first ?? "")", and of \(theirs.count) in SQLite \
                "\(theirs.dropFirst(first).first ?? "")".
                """)
    }

    private static func text(of row: [Cell]) -> String {
        row.map(\.compared).joined(separator: " | ")
    }

    /// Returns the number of calls that last as long as a turn.
    private func repeats(of body: () throws -> [[Cell]]) throws -> Int {
        let seconds = max(try time(of: body, 1), 1e-6)
        return min(max(Int((Self.turn / seconds).rounded(.up)), 1), 10_000)
    }

    /// Returns the time of a call in seconds.
    private func time(of body: () throws -> [[Cell]], _ repeats: Int) throws -> Double {
        let lap = try Lap { for _ in 0..<repeats { Lap.use(UInt64(try body().count)) } }
        return (clock == .wall ? lap.wall : lap.cpu) / Double(repeats)
    }
}
