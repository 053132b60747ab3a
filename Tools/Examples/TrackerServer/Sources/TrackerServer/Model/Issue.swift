import Foundation
import Nacre

/// An issue of a project.
///
/// The JSON has all stored properties. Properties that are nil are left out. A reference is an
/// object with the id that it leads to:
///
/// ```json
/// {
///   "id": "00DKZ3T8S0003", "project": {"id": "00DKZ3T8S0001"}, "title": "It crashes",
///   "body": "At launch.", "status": "open", "priority": 3, "labels": ["bug", "launch"],
///   "created": "2026-05-17T09:30:00Z", "modified": "2026-05-17T09:30:00Z",
///   "due": "2026-06-01T00:00:00Z", "estimate": 8, "assignee": {"id": "00DKZ3T8S0002"},
///   "revision": 1
/// }
/// ```
@Entity
struct Issue: Codable, Equatable {
    #Index<Issue>([\.status, \.priority])

    @Relationship(.cascade) @Attribute(.indexed) var project: Ref<Project>
    @Attribute(.length(1...200)) var title: String
    @Attribute(.length(0...20_000)) var body: String = ""
    var status: IssueStatus = .open
    @Attribute(.indexed) var priority: Priority = .normal
    @Attribute(.indexed) var due: Date?
    @Attribute(.indexed) var labels: Set<String> = []
    @Attribute(.indexed) var created: Date = .now
    var modified: Date = .now
    /// The expected work in hours.
    @Attribute(.range(0...10_000)) var estimate: Int?
    @Relationship(.nullify) @Attribute(.indexed) var assignee: Ref<Person>?
    /// The number of times that the issue was saved. The entity tag of HTTP.
    var revision: Int = 0
    @Relationship(inverse: \Comment.issue) var comments: ToMany<Comment>

    static let rules = [
        Rule<Issue>("it is due after it was created") { issue in
            issue.due.map { $0 >= issue.created } ?? true
        }
    ]
}

extension Issue: WillSave {
    /// Counts the revision, so that no code that saves issues can forget it.
    mutating func willSave(replacing old: Issue?, in changes: WriteTransaction) {
        revision = (old?.revision ?? 0) + 1
        if old != nil { modified = .now }
    }
}
