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
    /// The persons with most issues; without a key, the issues that nobody is assigned to.
    var assignees: [Group]

    /// The number of issues that have a value in common.
    struct Group: Encodable, Sendable {
        var key: String?
        var count: Int
        var estimate: Int?
    }
}
