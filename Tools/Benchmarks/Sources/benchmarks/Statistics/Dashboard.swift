import Foundation
import Nacre

/// A tracker's dashboard on a Nacre store, with the dates and calendars of its statistics.
struct Dashboard {
    let store: Store
    /// A number of issues that only large groups have: a tenth of those that are open.
    let many: Int

    static let now = Date(timeIntervalSince1970: Double(Tracker.now))
    /// The calendar in GMT, whose weeks begin on Monday.
    static let calendar = makeCalendar("GMT")
    /// The calendar in Berlin, whose days have 23 or 25 hours when clocks change.
    static let berlin = makeCalendar("Europe/Berlin")

    init(in directory: String) throws {
        store = try Self.open(in: directory)
        many = try store.count(Issue.where { $0.closed == nil }) / 10
    }

    func close() throws { try store.close() }

    /// Returns the time this number of days ago. It was midnight in GMT.
    static func daysAgo(_ days: Int) -> Date { now.addingTimeInterval(-86_400 * Double(days)) }

    /// Writes all data of a tracker to a new store.
    static func create(in directory: String, _ tracker: Tracker) throws {
        let store = try open(in: directory)
        try store.performChanges { changes in
            try changes.insert(contentsOf: tracker.persons)
            try changes.insert(contentsOf: tracker.projects)
        }
        var nextID = 1
        for start in stride(from: 0, to: tracker.issueCount, by: 10_000) {
            let numbers = start..<min(start + 10_000, tracker.issueCount)
            try store.performChanges { changes in
                try changes.insert(contentsOf: numbers.map(tracker.issue))
                for number in numbers {
                    let comments = tracker.comments(ofIssue: number, firstID: nextID)
                    try changes.insert(contentsOf: comments)
                    nextID += comments.count
                }
            }
        }
        try store.close()
    }

    private static func open(in directory: String) throws -> Store {
        try Store(
            at: directory + "/tracker.nacre", Issue.self, Comment.self, Project.self, Person.self)
    }

    private static func makeCalendar(_ zone: String) -> Calendar {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        return calendar
    }
}
