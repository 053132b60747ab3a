import Nacre

/// Statistics of comments.
extension Statistic {
    static var mostCommented: Statistic {
        Statistic(
            "The ten issues with the most comments",
            nacre: { board in
                try board.store.group(Comment.all, by: \.issue, .count.descending, limit: 10)
                    .map { [.number($0.key.id), .number($0.values)] }
            },
            sql: """
                SELECT issue, count(*) AS n FROM comment
                GROUP BY issue ORDER BY n DESC, issue LIMIT 10
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        Comment.all, by: \.issue, with: .count.descending, limit: 10))
            })
    }

    static var commentsOfProjects: Statistic {
        Statistic(
            "Number and total length of the comments on each project's issues",
            nacre: { board in
                try board.store.group(
                    Comment.all, by: \.issue.project.name, .count, .sum(\.length)
                ).map { [Cell($0.key), .number($0.values.0), .number($0.values.1)] }
            },
            sql: """
                SELECT p.name, count(*), sum(c.length)
                FROM comment c JOIN issue i ON i.id = c.issue JOIN project p ON p.id = i.project
                GROUP BY p.id ORDER BY p.name
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        Comment.all, by: \.issue.project.name, with: .count, .sum(\.length)))
            })
    }

    static var commentsOfPeople: Statistic {
        Statistic(
            "Comments of each person in each month",
            nacre: { board in
                try board.store.group(
                    Comment.all, by: \.author.name, \.created[.month, in: Dashboard.calendar],
                    .count
                ).map { [Cell($0.key.0), .day($0.key.1), .number($0.values)] }
            },
            sql: """
                SELECT p.name, c.month, c.n FROM (
                    SELECT author, date(created, 'unixepoch', 'start of month') AS month,
                        count(*) AS n
                    FROM comment GROUP BY author, month) c
                JOIN person p ON p.id = c.author ORDER BY p.name, c.month
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        Comment.all, by: \.author.name, \.created[.month, in: Dashboard.calendar],
                        with: .count))
            })
    }
}
