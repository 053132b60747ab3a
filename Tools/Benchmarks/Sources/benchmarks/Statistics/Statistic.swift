import Nacre

/// A statistic that a tracker's dashboard shows, written for Nacre and for SQLite. Both return the
/// same cells in the same rows, in the same order.
struct Statistic {
    /// The title on the dashboard.
    let title: String
    /// The statistic in Nacre.
    let nacre: (Dashboard) throws -> [[Cell]]
    /// The statistic in SQL. `?1` is the time of the dashboard, and `?2` is `Dashboard.many`.
    let sql: String
    /// The rest of the work in the application, if SQL cannot do all of it.
    private let inApplication: (([[Cell]]) -> [[Cell]])?
    /// The way in which Nacre finds the answer.
    let plan: (Store) throws -> StatisticPlan

    init(
        _ title: String, nacre: @escaping (Dashboard) throws -> [[Cell]], sql: String,
        inApplication: (([[Cell]]) -> [[Cell]])? = nil,
        plan: @escaping (Store) throws -> StatisticPlan
    ) {
        self.title = title
        self.nacre = nacre
        self.sql = sql
        self.inApplication = inApplication
        self.plan = plan
    }

    /// Whether SQL does all of the work.
    var isSQLAlone: Bool { inApplication == nil }

    /// Returns the answer of SQLite.
    func sqlite(_ database: TrackerDatabase, _ dashboard: Dashboard) throws -> [[Cell]] {
        let rows = try database.rows(sql, dashboard)
        return inApplication?(rows) ?? rows
    }

    /// All statistics, in the order of the table.
    static var all: [Statistic] {
        [
            openIssues, statuses, openPriorities, estimatesOfProjects, estimateQuartiles,
            withoutComments, busiestPeople, overduePeople, watchers, peopleOfProjects, topLabels,
            overdueLabels, labelPairs, createdPerDay, createdPerDayInBerlin, closedPerWeek,
            createdPerMonthAndStatus, burnDown, closedWithinAWeek, ages, closingTimes,
            oldestOfProjects, mostCommented, commentsOfProjects, commentsOfPeople,
        ]
    }
}
