import Nacre

/// Statistics of labels: an array in Nacre, a table of its own in SQL.
extension Statistic {
    static var topLabels: Statistic {
        Statistic(
            "The ten most frequent labels",
            nacre: { board in
                try board.store.group(
                    Issue.all, by: \.labels.elements, .count.descending, limit: 10
                ).map { [.text($0.key), .number($0.values)] }
            },
            sql: """
                SELECT label, count(*) AS n FROM issue_label
                GROUP BY label ORDER BY n DESC, label LIMIT 10
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        Issue.all, by: \.labels.elements, with: .count.descending, limit: 10))
            })
    }

    static var overdueLabels: Statistic {
        let overdue = Issue.where { $0.closed == nil && $0.due < Dashboard.now }
        return Statistic(
            "The labels of overdue issues, the most frequent first",
            nacre: { board in
                try board.store.group(overdue, by: \.labels.elements, .count.descending).map {
                    [.text($0.key), .number($0.values)]
                }
            },
            sql: """
                SELECT l.label, count(*) AS n FROM issue i JOIN issue_label l ON l.issue = i.id
                WHERE i.closed IS NULL AND i.due < ?1 GROUP BY l.label ORDER BY n DESC, l.label
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        overdue, by: \.labels.elements, with: .count.descending))
            })
    }

    static var labelPairs: Statistic {
        Statistic(
            "The ten pairs of labels that occur together most often",
            nacre: { board in
                try board.store.group(
                    Issue.all, by: \.labels.elements, \.labels.elements, .count.descending,
                    limit: 10
                ) { one, other, _ in one < other }
                .map { [.text($0.key.0), .text($0.key.1), .number($0.values)] }
            },
            sql: """
                SELECT a.label, b.label, count(*) AS n
                FROM issue_label a JOIN issue_label b ON b.issue = a.issue AND b.label > a.label
                GROUP BY a.label, b.label ORDER BY n DESC, a.label, b.label LIMIT 10
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        Issue.all, by: \.labels.elements, \.labels.elements,
                        with: .count.descending))
            })
    }
}
