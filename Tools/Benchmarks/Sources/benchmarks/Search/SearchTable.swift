/// The rows as a table in Markdown, with the queries below it.
struct SearchTable {
    let rows: [SearchRow]
    let queries: QuerySet
    /// The share of the best notes for two words that both peers find.
    let sharedRankings: Double

    private static let others = NotePeer.allCases.filter { $0 != .nacre }

    var text: String {
        let header =
            ["row"] + NotePeer.allCases.map(\.title)
            + Self.others.map { "Nacre / \($0.title)" } + ["target"]
        let rule = ["---"] + Array(repeating: "---:", count: header.count - 1)
        let lines = rows.map { row in
            [row.title] + NotePeer.allCases.map(row.text)
                + Self.others.map { Table.ratio(row.values[.nacre], row.values[$0]) }
                + [row.target.map { String($0) } ?? "-"]
        }
        return (([header, rule] + lines).map(Table.cells) + notes).joined(separator: "\n")
    }

    private var notes: [String] {
        let lists = queries.kinds.map { kind in
            "- \(kind.name): " + kind.queries.map { "`\($0.nacre)`" }.joined(separator: ", ")
        }
        let percent = Int((100 * sharedRankings).rounded())
        return ["", "Queries:", ""] + lists
            + ["", "Of the best 20 for two words by FTS5, \(percent) % are in Nacre's."]
    }
}
