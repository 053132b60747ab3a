import Foundation
import Nacre

/// Statistics of the time that issues are open.
extension Statistic {
    static var ages: Statistic {
        let open = Issue.where { $0.closed == nil }
        return Statistic(
            "Age of open issues: least, average and greatest",
            nacre: { board in
                let ages = try board.store.fetch(\.created, open).map {
                    Int(Dashboard.now.timeIntervalSince($0))
                }
                let average = Double(ages.reduce(0, +)) / Double(ages.count)
                return [[Cell(ages.min()), .fraction(average), Cell(ages.max())]]
            },
            sql: """
                SELECT min(?1 - created), avg(?1 - created), max(?1 - created)
                FROM issue WHERE closed IS NULL
                """,
            plan: {
                .byHand(
                    "dates have no average, so they are fetched and added up",
                    try open.explain(in: $0))
            })
    }

    static var closingTimes: Statistic {
        Statistic(
            "Time to close an issue: least, average, greatest and median",
            nacre: { board in
                let snapshot = try board.store.snapshot()
                return [
                    [
                        Cell(try snapshot.min(\.closingTime, Issue.all)),
                        Cell(try snapshot.average(\.closingTime, Issue.all)),
                        Cell(try snapshot.max(\.closingTime, Issue.all)),
                        Cell(try snapshot.percentile(0.5, Issue.self, \.closingTime)),
                    ]
                ]
            },
            sql: """
                SELECT
                    (SELECT min(closed - created) FROM issue),
                    (SELECT avg(closed - created) FROM issue WHERE closed IS NOT NULL),
                    (SELECT max(closed - created) FROM issue),
                    (SELECT closed - created FROM issue WHERE closed - created IS NOT NULL
                        ORDER BY closed - created
                        LIMIT 1 OFFSET (
                            SELECT (count(*) + 1) / 2 - 1 FROM issue WHERE closed IS NOT NULL))
                """,
            plan: {
                .byHand("four requests", try $0.explain(.average(\.closingTime), Issue.all))
            })
    }

    static var oldestOfProjects: Statistic {
        Statistic(
            "The oldest open issue of each project",
            nacre: { board in
                let snapshot = try board.store.snapshot()
                return try snapshot.fetch(Project.all.sorted(\.name.ascending)).flatMap { project in
                    try snapshot.fetch(
                        Issue.where { $0.project == Ref(project) && $0.closed == nil }
                            .sorted(\.created.ascending).limit(1)
                    ).map { [.text(project.name), .number($0.id), .text($0.title)] }
                }
            },
            sql: """
                SELECT p.name, i.id, i.title FROM project p
                JOIN issue i ON i.id = (
                    SELECT id FROM issue WHERE project = p.id AND closed IS NULL
                    ORDER BY created LIMIT 1)
                ORDER BY p.name
                """,
            plan: {
                .byHand(
                    "a request for each project",
                    try Issue.where { $0.project == Ref(id: 1) && $0.closed == nil }
                        .sorted(\.created.ascending).limit(1).explain(in: $0))
            })
    }
}
