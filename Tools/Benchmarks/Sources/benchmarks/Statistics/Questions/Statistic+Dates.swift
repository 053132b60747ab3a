import Foundation
import Nacre

/// Statistics of days, weeks and months.
extension Statistic {
    static var createdPerDay: Statistic {
        let recent = Issue.where { $0.created >= Dashboard.daysAgo(90) }
        return Statistic(
            "Issues created on each of the last 90 days",
            nacre: { board in
                try board.store.group(recent, by: \.created[.day, in: Dashboard.calendar], .count)
                    .map { [.day($0.key), .number($0.values)] }
            },
            sql: """
                SELECT date(created, 'unixepoch') AS day, count(*) FROM issue
                WHERE created >= ?1 - 90 * 86400 GROUP BY day ORDER BY day
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        recent, by: \.created[.day, in: Dashboard.calendar], with: .count))
            })
    }

    static var createdPerDayInBerlin: Statistic {
        let recent = Issue.where { $0.created >= Dashboard.daysAgo(365) }
        return Statistic(
            "Issues created on each day of the last year, by the clocks of Berlin",
            nacre: { board in
                try board.store.group(recent, by: \.created[.day, in: Dashboard.berlin], .count)
                    .map { [Cell(seconds: $0.key), .number($0.values)] }
            },
            sql: """
                SELECT created FROM issue WHERE created >= ?1 - 365 * 86400 ORDER BY created
                """,
            inApplication: { rows in
                // The rows are in order, so the calendar computes each day once.
                var days: [[Cell]] = []
                var (day, count) = (DateInterval(start: .distantPast, duration: 0), 0)
                for case .number(let seconds) in rows.lazy.map(\.[0]) {
                    let date = Date(timeIntervalSince1970: Double(seconds))
                    if date >= day.end {
                        if count > 0 { days.append([Cell(seconds: day.start), .number(count)]) }
                        day = Dashboard.berlin.dateInterval(of: .day, for: date) ?? day
                        count = 0
                    }
                    count += 1
                }
                return days + [[Cell(seconds: day.start), .number(count)]]
            },
            plan: {
                .request(
                    try $0.explainGroups(
                        recent, by: \.created[.day, in: Dashboard.berlin], with: .count))
            })
    }

    static var closedPerWeek: Statistic {
        let recent = Issue.where { $0.closed >= Dashboard.daysAgo(364) }
        return Statistic(
            "Issues closed in each week of the last year",
            nacre: { board in
                try board.store.group(recent, by: \.closed[.week, in: Dashboard.calendar], .count)
                    .map { [Cell($0.key), .number($0.values)] }
            },
            sql: """
                SELECT date(closed, 'unixepoch', 'weekday 0', '-6 days') AS week, count(*)
                FROM issue WHERE closed >= ?1 - 364 * 86400 GROUP BY week ORDER BY week
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        recent, by: \.closed[.week, in: Dashboard.calendar], with: .count))
            })
    }

    static var createdPerMonthAndStatus: Statistic {
        Statistic(
            "Issues created in each month, by their status now",
            nacre: { board in
                try board.store.group(
                    Issue.all, by: \.created[.month, in: Dashboard.calendar], \.status, .count
                ).map {
                    [.day($0.key.0), .number(Int($0.key.1.rawValue)), .number($0.values)]
                }
            },
            sql: """
                SELECT date(created, 'unixepoch', 'start of month') AS month, status, count(*)
                FROM issue GROUP BY month, status ORDER BY month, status
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        Issue.all, by: \.created[.month, in: Dashboard.calendar], \.status,
                        with: .count))
            })
    }

    static var burnDown: Statistic {
        let closed = Issue.where { $0.closed != nil }
        return Statistic(
            "Burn-down: the issues that were open at the end of each week",
            nacre: { board in
                let snapshot = try board.store.snapshot()
                let calendar = Dashboard.calendar
                var changes: [Date: Int] = [:]
                for (week, count) in try snapshot.group(
                    Issue.all, by: \.created[.week, in: calendar], .count)
                {
                    changes[week, default: 0] += count
                }
                for (week, count) in try snapshot.group(
                    closed, by: \.closed[.week, in: calendar], .count)
                {
                    if let week { changes[week, default: 0] -= count }
                }
                var open = 0
                return changes.sorted { $0.key < $1.key }.map { week, change in
                    open += change
                    return [.day(week), .number(open)]
                }
            },
            sql: """
                WITH changes(week, change) AS (
                    SELECT date(created, 'unixepoch', 'weekday 0', '-6 days') AS week, count(*)
                    FROM issue GROUP BY week
                    UNION ALL
                    SELECT date(closed, 'unixepoch', 'weekday 0', '-6 days') AS week, -count(*)
                    FROM issue WHERE closed IS NOT NULL GROUP BY week)
                SELECT week, sum(sum(change)) OVER (ORDER BY week)
                FROM changes GROUP BY week ORDER BY week
                """,
            plan: {
                .byHand(
                    "two requests for groups, added up in a loop",
                    try $0.explainGroups(
                        Issue.all, by: \.created[.week, in: Dashboard.calendar], with: .count))
            })
    }

    static var closedWithinAWeek: Statistic {
        let quick = Issue.where { $0.closingTime <= 7 * 86_400 }
        return Statistic(
            "Share of each month's issues that were closed within a week",
            nacre: { board in
                let snapshot = try board.store.snapshot()
                let calendar = Dashboard.calendar
                let quickly = Dictionary(
                    uniqueKeysWithValues: try snapshot.group(
                        quick, by: \.created[.month, in: calendar], .count
                    ).map { ($0.key, $0.values) })
                return try snapshot.group(Issue.all, by: \.created[.month, in: calendar], .count)
                    .map { month, count in
                        [.day(month), .fraction(Double(quickly[month] ?? 0) / Double(count))]
                    }
            },
            sql: """
                SELECT date(created, 'unixepoch', 'start of month') AS month,
                    avg(ifnull(closed - created <= 7 * 86400, 0))
                FROM issue GROUP BY month ORDER BY month
                """,
            plan: {
                .byHand(
                    "two requests for groups, divided in a loop",
                    try $0.explainGroups(
                        quick, by: \.created[.month, in: Dashboard.calendar], with: .count))
            })
    }
}
