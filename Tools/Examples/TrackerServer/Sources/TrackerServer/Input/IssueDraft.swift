import Foundation
import Nacre

/// The JSON from which an issue is made or replaced. Only the title is required: the synthesized
/// `init(from:)` of an entity would require all properties, also those with a default.
///
/// ```json
/// {"title": "It crashes", "priority": 3, "labels": ["bug"], "assignee": {"id": "00DKZ3T8S0002"}}
/// ```
struct IssueDraft: Decodable, Sendable {
    var title: String
    var body: String?
    var status: IssueStatus?
    var priority: Priority?
    var due: Date?
    var labels: Set<String>?
    var estimate: Int?
    var assignee: Ref<Person>?

    /// Returns a new issue of a project.
    func issue(in project: Project) -> Issue {
        var issue = Issue(project: Ref(project), title: title)
        apply(to: &issue)
        return issue
    }

    /// Replaces all properties of an issue that clients may set.
    func apply(to issue: inout Issue) {
        issue.title = title
        issue.body = body ?? ""
        issue.status = status ?? .open
        issue.priority = priority ?? .normal
        issue.due = due
        issue.labels = labels ?? []
        issue.estimate = estimate
        issue.assignee = assignee
    }
}
