import Foundation

/// The results of all statistics as a table in Markdown, with a list of Nacre's plans below it. A
/// ratio above 1 says how many times as fast Nacre is.
struct StatisticsTable {
    let results: [StatisticResult]

    var text: String {
        let header = [
            "", "statistic", "rows", "Nacre, us", "SQLite, us", "SQLite / Nacre", "how in Nacre",
        ]
        let rule = ["---:", "---", "---:", "---:", "---:", "---:", "---"]
        let lines = zip(1..., results).map { number, result in
            Table.cells([
                String(number), title(of: result.statistic), Table.number(Double(result.rows)),
                Self.microseconds(result.nacre), Self.microseconds(result.sqlite),
                Table.ratio(result.sqlite, result.nacre), result.plan.summary,
            ])
        }
        let plans = zip(1..., results).compactMap { number, result in
            result.plan.text.isEmpty ? nil : "- \(number): \(result.plan.text)"
        }
        let list = plans.isEmpty ? [] : ["", "Plans that Nacre used:", ""] + plans
        return ([header, rule].map(Table.cells) + lines + list).joined(separator: "\n")
    }

    private func title(of statistic: Statistic) -> String {
        statistic.isSQLAlone ? statistic.title : "\(statistic.title) (SQLite: by hand)"
    }

    private static func microseconds(_ seconds: Double) -> String {
        let microseconds = seconds * 1e6
        return microseconds < 10
            ? String(format: "%.1f", microseconds) : Table.number(microseconds)
    }
}
