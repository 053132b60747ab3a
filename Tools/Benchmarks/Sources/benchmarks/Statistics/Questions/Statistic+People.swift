import Nacre

/// Statistics of the people who work on issues and watch them.
extension Statistic {
    static var busiestPeople: Statistic {
        let open = Issue.where { $0.closed == nil && $0.assignee != nil }
        return Statistic(
            "The ten people with the most open issues",
            nacre: { board in
                try board.store.group(open, by: \.assignee.name, .count.descending, limit: 10)
                    .map { [Cell($0.key), .number($0.values)] }
            },
            sql: """
                SELECT p.name, count(*) AS n FROM issue i JOIN person p ON p.id = i.assignee
                WHERE i.closed IS NULL GROUP BY p.id ORDER BY n DESC, p.name LIMIT 10
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        open, by: \.assignee.name, with: .count.descending, limit: 10))
            })
    }

    static var overduePeople: Statistic {
        let overdue = Issue.where {
            $0.closed == nil && $0.due < Dashboard.now && $0.assignee != nil
        }
        return Statistic(
            "Overdue issues of each person, and the longest overdue",
            nacre: { board in
                try board.store.group(overdue, by: \.assignee.name, .count, .min(\.due)).map {
                    [Cell($0.key), .number($0.values.0), Cell(seconds: $0.values.1)]
                }
            },
            sql: """
                SELECT p.name, count(*), min(i.due) FROM issue i JOIN person p ON p.id = i.assignee
                WHERE i.closed IS NULL AND i.due < ?1 GROUP BY p.id ORDER BY p.name
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        overdue, by: \.assignee.name, with: .count, .min(\.due)))
            })
    }

    static var watchers: Statistic {
        let open = Issue.where { $0.closed == nil }
        return Statistic(
            "The ten people who watch the most open issues",
            nacre: { board in
                try board.store.group(
                    open, by: \.watchers.elements, .count.descending, limit: 10
                ).map { [.number($0.key.id), .number($0.values)] }
            },
            sql: """
                SELECT w.person, count(*) AS n FROM issue_watcher w JOIN issue i ON i.id = w.issue
                WHERE i.closed IS NULL GROUP BY w.person ORDER BY n DESC, w.person LIMIT 10
                """,
            plan: {
                .request(
                    try $0.explainGroups(
                        open, by: \.watchers.elements, with: .count.descending, limit: 10))
            })
    }

    static var peopleOfProjects: Statistic {
        Statistic(
            "The number of different people with issues, of each project",
            nacre: { board in
                let pairs = try board.store.group(Issue.all, by: \.project.name, \.assignee)
                var counts: [String: Int] = [:]
                for ((project, assignee), _) in pairs where assignee != nil {
                    counts[project ?? "", default: 0] += 1
                }
                return counts.sorted { $0.key < $1.key }.map {
                    [.text($0.key), .number($0.value)]
                }
            },
            sql: """
                SELECT p.name, count(DISTINCT i.assignee)
                FROM issue i JOIN project p ON p.id = i.project GROUP BY p.id ORDER BY p.name
                """,
            plan: {
                .byHand(
                    "groups by project and person are counted in a loop",
                    try $0.explainGroups(Issue.all, by: \.project.name, \.assignee))
            })
    }
}
