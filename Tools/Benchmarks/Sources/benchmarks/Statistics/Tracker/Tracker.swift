import Foundation
import Nacre

/// The data of a tracker, the same for every database: persons, projects, issues and comments.
///
/// - Ids count from 0 or 1 in the order of creation, as in a tracker that has grown over time.
/// - No two issues are created in the same second, so that each project has one oldest issue.
/// - All dates are full seconds and before `now`.
/// - All text is ASCII, so the order of bytes, which SQLite uses, is that of Swift's strings.
struct Tracker {
    /// The number of issues, more than 0.
    let issueCount: Int
    let personCount = 300
    let projectCount = 12

    /// The time at which all statistics are computed: 2026-11-01, 0 o'clock in GMT.
    static let now = 1_793_491_200
    private static let day = 86_400
    /// The age of the oldest issue: three years.
    private static let duration = 3 * 365 * day

    /// The maximum number of issues, one for each second.
    static let issuesMax = duration

    var persons: [Person] {
        (1...personCount).map { number in
            let first = Self.firstNames[number % Self.firstNames.count]
            let last = Self.lastNames[number / Self.firstNames.count % Self.lastNames.count]
            return Person(id: number, name: "\(first) \(last) \(number)")
        }
    }

    var projects: [Project] {
        (1...projectCount).map { number in
            Project(id: number, name: Self.projectNames[number - 1])
        }
    }

    /// - Parameter number: The issue's number, from 0 to below the count.
    func issue(_ number: Int) -> Issue {
        var random = SplitMix(seed: UInt64(number) + 1)
        let created = created(number)
        let closed = Self.closed(after: created, &random)
        let isDone = random.happens(percent: 85)
        let status: IssueStatus =
            if closed != nil { isDone ? .done : .dropped } else {
                random.element(of: [.open, .open, .started, .reviewed])
            }
        let days = 1 + random.next(below: 120)
        let due = random.happens(percent: 40) ? nil : created + days * Self.day
        return Issue(
            id: number + 1, title: Self.title(&random), status: status,
            priority: 1 + min(random.next(below: 5), random.next(below: 5)),
            created: Self.date(created), closed: closed.map(Self.date), due: due.map(Self.date),
            estimate: random.happens(percent: 30) ? nil : 1 + random.next(below: 80),
            labels: Self.labels(&random),
            watchers: (0..<random.next(below: 4)).reduce(into: []) { watchers, _ in
                let person = Ref<Person>(id: person(&random))
                if !watchers.contains(person) { watchers.append(person) }
            },
            project: Ref(id: 1 + skewed(projectCount, &random)),
            assignee: random.happens(percent: 20) ? nil : Ref(id: person(&random)))
    }

    /// Returns the comments of an issue: two on average, none for one issue in five.
    /// - Parameters:
    ///   - number: The issue's number.
    ///   - firstID: The id of its first comment.
    func comments(ofIssue number: Int, firstID: Int) -> [Comment] {
        var random = SplitMix(seed: ~UInt64(number))
        let isHot = random.next(below: 200) == 0
        let count = isHot ? 10 + random.next(below: 30) : random.next(below: 5)
        var time = created(number)
        return (0..<count).map { place in
            time += random.next(below: min(Self.now - time, 10 * Self.day))
            return Comment(
                id: firstID + place, issue: Ref(id: number + 1),
                author: Ref(id: person(&random)), created: Self.date(time),
                length: 10 + random.next(below: 40) * random.next(below: 40))
        }
    }

    /// Returns a time in the issue's own part of the three years.
    private func created(_ number: Int) -> Int {
        var random = SplitMix(seed: UInt64(number) << 32)
        let start = Self.duration * number / issueCount
        let end = Self.duration * (number + 1) / issueCount
        return Self.now - Self.duration + start + random.next(below: end - start)
    }

    /// Returns a time within 200 days, more often an early one, or nil if the issue is still open.
    private static func closed(after created: Int, _ random: inout SplitMix) -> Int? {
        let isNeverClosed = random.happens(percent: 8)
        let fraction = random.nextFraction()
        let closed = created + 60 + Int(fraction * fraction * fraction * 200 * Double(day))
        return isNeverClosed || closed >= now ? nil : closed
    }

    private func person(_ random: inout SplitMix) -> Int { 1 + skewed(personCount, &random) }

    /// Returns a number below a bound, more often a small one.
    private func skewed(_ bound: Int, _ random: inout SplitMix) -> Int {
        let fraction = random.nextFraction()
        return Int(fraction * fraction * Double(bound))
    }

    private static func date(_ time: Int) -> Date { Date(timeIntervalSince1970: Double(time)) }

    /// Returns up to four different labels.
    private static func labels(_ random: inout SplitMix) -> [String] {
        (0..<random.next(below: 5)).reduce(into: []) { labels, _ in
            let fraction = random.nextFraction()
            let label = labelNames[Int(fraction * fraction * Double(labelNames.count))]
            if !labels.contains(label) { labels.append(label) }
        }
    }

    /// Returns about 40 characters.
    private static func title(_ random: inout SplitMix) -> String {
        var title = random.element(of: verbs)
        while title.utf8.count < 36 { title += " " + random.element(of: nouns) }
        return title
    }

    private static let firstNames = [
        "Ada", "Bo", "Carl", "Dina", "Edith", "Frank", "Grace", "Hugo", "Ida", "Jan", "Kari",
        "Liv", "Max", "Nora", "Olav", "Paul",
    ]
    private static let lastNames = [
        "Berg", "Dahl", "Fischer", "Hansen", "Jensen", "Klein", "Larsen", "Moen", "Olsen",
        "Richter", "Strand", "Vogel",
    ]
    private static let projectNames = [
        "Android", "Billing", "Cloud", "Design", "Editor", "Federation", "Gateway", "Help",
        "Import", "Jobs", "Kernel", "Localization",
    ]
    private static let labelNames = [
        "bug", "feature", "regression", "performance", "docs", "tests", "security", "crash",
        "accessibility", "build", "ci", "dependencies", "duplicate", "good first issue", "layout",
        "network", "privacy", "question", "refactoring", "release", "sync", "translation",
        "upstream", "wontfix",
    ]
    private static let verbs = ["Fix", "Add", "Remove", "Rename", "Explain", "Test", "Speed up"]
    private static let nouns = [
        "search", "the menu", "login", "exports", "of dates", "in lists", "with filters",
        "attachments", "after a crash", "on tablets", "the cache", "for guests",
    ]
}
