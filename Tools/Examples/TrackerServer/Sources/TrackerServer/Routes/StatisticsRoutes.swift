import Foundation
import HTTPTypes
import Hummingbird
import Nacre

/// Numbers about issues, all of one state of the store.
struct StatisticsRoutes: Sendable {
    let store: Store
    let limits: ReadLimits

    /// Adds the route.
    func add(to router: Router<TrackerContext>) {
        router.get("statistics", use: statistics)
    }

    /// Counts issues: `/statistics?filter=priority%20%3E%202&timeZone=Europe/Oslo&top=5`.
    @Sendable private func statistics(
        _ request: Request, _ context: TrackerContext
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
            try StatisticsBody(of: issues, in: snapshot, calendar: calendar, top: top)
        }
        return try .json(body, request, context)
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
