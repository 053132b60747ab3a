import Foundation
import Nacre

/// The JSON that changes some properties of an issue and leaves the others as they are. `null`
/// removes an optional value.
///
/// ```json
/// {"status": "closed", "due": null}
/// ```
struct IssuePatch: Decodable, Sendable {
    var title: String?
    var body: String?
    var status: IssueStatus?
    var priority: Priority?
    var labels: Set<String>?
    var due: Patch<Date>
    var estimate: Patch<Int>
    var assignee: Patch<Ref<Person>>

    /// Changes an issue.
    func apply(to issue: inout Issue) {
        issue.title = title ?? issue.title
        issue.body = body ?? issue.body
        issue.status = status ?? issue.status
        issue.priority = priority ?? issue.priority
        issue.labels = labels ?? issue.labels
        due.apply(to: &issue.due)
        estimate.apply(to: &issue.estimate)
        assignee.apply(to: &issue.assignee)
    }
}
