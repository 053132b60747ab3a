import Foundation
import HTTPTypes
import Hummingbird
import Nacre

/// Numbers about issues, all of one state of the store.
struct StatisticsRoutes<Context: RequestContext>: Sendable {
    let store: Store
    let limits: ReadLimits

    /// Adds the route.
    func add(to router: Router<Context>) {
        router.get("statistics", use: statistics)
    }

    /// Counts issues: `/statistics?filter=priority%20%3E%202&timeZone=Europe/Oslo&top=5`.
    @Sendable private func statistics(
        _ request: Request, _ context: Context
    ) async throws -> Response {
        let parameters = try request.parameters(named: ["filter", "timeZone", "top"])
        let filter = try parameters["filter"].map { text in
            var costs = FilterLimits()
            costs.testsMax = 16
            return try Filter<Issue>(
                parsing: text, allowing: Issue.allowedFields, limits: costs)
        }
        let issues = filter.map { Issue.where($0) } ?? Issue.all
        let calendar = try calendar(parameters["timeZone"] ?? "GMT")
        let top = try number(parameters["top"] ?? "10")
        let body = try await store.read(
            deadline: limits.deadline, processors: limits.processors, label: "statistics"
        ) { snapshot in
            try Self.body(of: issues, in: snapshot, calendar, top)
        }
        return try .json(body, request, context)
    }

    private static func body(
        of issues: FetchRequest<Issue>, in snapshot: Snapshot, _ calendar: Calendar, _ top: Int
    ) throws -> StatisticsBody {
        let statuses = try snapshot.group(issues, by: \.status, .count)
        let labels = try snapshot.group(
            issues, by: \.labels.elements, .count.descending, limit: top)
        let days = try snapshot.group(issues, by: \.created[.day, in: calendar], .count)
        let assignees = try snapshot.group(
            issues, by: \.assignee.handle, .count.descending, .sum(\.estimate), limit: top)
        let style = Date.ISO8601FormatStyle(timeZone: calendar.timeZone).year().month().day()
        return StatisticsBody(
            count: try snapshot.count(issues), estimate: try snapshot.sum(\.estimate, issues),
            statuses: statuses.map { .init(key: $0.key.rawValue, count: $0.values) },
            labels: labels.map { .init(key: $0.key, count: $0.values) },
            days: days.map { .init(key: $0.key.formatted(style), count: $0.values) },
            assignees: assignees.map { key, values in
                .init(key: key, count: values.0, estimate: values.1)
            })
    }

    /// Returns the calendar whose days are counted: a day begins when it begins in the time zone.
    private func calendar(_ identifier: String) throws -> Calendar {
        guard let timeZone = TimeZone(identifier: identifier) else {
            throw HTTPError(.badRequest, message: "'timeZone' takes a name such as Europe/Oslo.")
        }
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = timeZone
        return calendar
    }

    private func number(_ text: String) throws -> Int {
        guard let number = Int(text), (1...100).contains(number) else {
            throw HTTPError(.badRequest, message: "'top' takes a number from 1 to 100.")
        }
        return number
    }
}
