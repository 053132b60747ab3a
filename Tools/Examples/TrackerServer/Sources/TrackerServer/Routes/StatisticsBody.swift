import Foundation
import Nacre

/// The JSON of the statistics.
///
/// ```json
/// {
///   "count": 2, "estimate": 8, "statuses": [{"key": "open", "count": 2}],
///   "labels": [{"key": "bug", "count": 1}], "days": [{"key": "2026-05-17", "count": 2}],
///   "assignees": [{"key": "anne", "count": 1, "estimate": 8}, {"count": 1, "estimate": 0}]
/// }
/// ```
struct StatisticsBody: Encodable, Sendable {
    /// The number of issues.
    var count: Int
    /// The sum of their estimates, in hours.
    var estimate: Int
    var statuses: [Group]
    /// The labels of most issues.
    var labels: [Group]
    /// The days on which issues were created, in the time zone of the request.
    var days: [Group]
    /// The persons with most issues; without a key, the issues without an assignee.
    var assignees: [Group]

    /// The number of issues that have a value in common.
    struct Group: Encodable, Sendable {
        var key: String?
        var count: Int
        var estimate: Int?
    }
}

extension StatisticsBody {
    /// Counts issues. Each group is one pass over them or over an index, all in the same state.
    /// - Parameters:
    ///   - issues: The issues.
    ///   - snapshot: The state of the store.
    ///   - calendar: The calendar whose days are counted.
    ///   - top: The number of labels and assignees.
    init(
        of issues: FetchRequest<Issue>, in snapshot: Snapshot, calendar: Calendar, top: Int
    ) throws(StoreError) {
        count = try snapshot.count(issues)
        estimate = try snapshot.sum(\.estimate, issues)
        statuses = try snapshot.group(issues, by: \.status, .count)
            .map { status, count in Group(key: status.rawValue, count: count) }
        labels = try snapshot.group(
            issues, by: \.labels.elements, .count.descending, limit: top
        ).map { label, count in Group(key: label, count: count) }
        let style = Date.ISO8601FormatStyle(timeZone: calendar.timeZone).year().month().day()
        days = try snapshot.group(issues, by: \.created[.day, in: calendar], .count)
            .map { day, count in Group(key: day.formatted(style), count: count) }
        assignees = try snapshot.group(
            issues, by: \.assignee.handle, .count.descending, .sum(\.estimate), limit: top
        ).map { handle, values in
            Group(key: handle, count: values.0, estimate: values.1)
        }
    }
}
