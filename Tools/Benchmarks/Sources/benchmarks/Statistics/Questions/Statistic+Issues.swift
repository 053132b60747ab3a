import Nacre

/// Numbers of issues and of their hours.
extension Statistic {
    static var openIssues: Statistic {
        let open = Issue.where { $0.closed == nil }
        return Statistic(
            "Open issues",
            nacre: { board in
                [[.number(try board.store.count(open))]]
            },
            sql: """
                SELECT count(*) FROM issue WHERE closed IS NULL
                """,
            plan: { .request(try $0.explain(.count, open)) })
    }

    static var statuses: Statistic {
        Statistic(
            "Issues of each status",
            nacre: { board in
                try board.store.group(Issue.all, by: \.status, .count).map {
                    [.number(Int($0.key.rawValue)), .number($0.values)]
                }
            },
            sql: """
                SELECT status, count(*) FROM issue GROUP BY status ORDER BY status
                """,
            plan: { .request(try $0.explainGroups(Issue.all, by: \.status, with: .count)) })
    }

    static var openPriorities: Statistic {
        let open = Issue.where { $0.closed == nil }
        return Statistic(
            "Open issues and their average estimate, of priorities with many of them",
            nacre: { board in
                try board.store.group(open, by: \.priority, .count, .average(\.estimate)) {
                    _, count, _ in count > board.many
                }.map { [.number($0.key), .number($0.values.0), Cell($0.values.1)] }
            },
            sql: """
                SELECT priority, count(*), avg(estimate) FROM issue WHERE closed IS NULL
                GROUP BY priority HAVING count(*) > ?2 ORDER BY priority
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        open, by: \.priority, with: .count, .average(\.estimate)))
            })
    }

    static var estimatesOfProjects: Statistic {
        let open = Issue.where { $0.closed == nil }
        return Statistic(
            "Open issues and their estimated hours, of each project",
            nacre: { board in
                try board.store.group(open, by: \.project.name, .count, .sum(\.estimate)).map {
                    [Cell($0.key), .number($0.values.0), Cell($0.values.1)]
                }
            },
            sql: """
                SELECT p.name, count(*), sum(i.estimate)
                FROM issue i JOIN project p ON p.id = i.project
                WHERE i.closed IS NULL GROUP BY p.id ORDER BY p.name
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        open, by: \.project.name, with: .count, .sum(\.estimate)))
            })
    }

    static var estimateQuartiles: Statistic {
        Statistic(
            "Median and upper quartile of the estimates of all issues",
            nacre: { board in
                let median = try board.store.percentile(0.5, Issue.self, \.estimate)
                let quartile = try board.store.percentile(0.75, Issue.self, \.estimate)
                return [[Cell(median), Cell(quartile)]]
            },
            sql: """
                SELECT
                    (SELECT estimate FROM issue WHERE estimate IS NOT NULL ORDER BY estimate
                        LIMIT 1 OFFSET (SELECT (count(estimate) + 1) / 2 - 1 FROM issue)),
                    (SELECT estimate FROM issue WHERE estimate IS NOT NULL ORDER BY estimate
                        LIMIT 1 OFFSET (SELECT (3 * count(estimate) + 3) / 4 - 1 FROM issue))
                """,
            plan: { _ in .byHand("two requests, each some steps down an index") })
    }

    static var withoutComments: Statistic {
        let silent = Issue.where { $0.comments.isEmpty }
        return Statistic(
            "Issues without comments, of each project",
            nacre: { board in
                try board.store.group(silent, by: \.project.name, .count).map {
                    [Cell($0.key), .number($0.values)]
                }
            },
            sql: """
                SELECT p.name, count(*) FROM issue i JOIN project p ON p.id = i.project
                WHERE NOT EXISTS (SELECT 1 FROM comment c WHERE c.issue = i.id)
                GROUP BY p.id ORDER BY p.name
                """,
            plan: { .request(try $0.explainGroups(silent, by: \.project.name, with: .count)) })
    }
}
