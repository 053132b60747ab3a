import Foundation
import Nacre

/// An issue of a tracker.
///
/// Attributes that statistics group or filter by are indexed. Those that they combine are columnar
/// too, so that most of them read no issue. `TrackerDatabase.schema` gives SQLite as much.
@Entity
struct Issue {
    let id: Int
    var title: String
    @Attribute(.indexed, .columnar) var status: IssueStatus
    @Attribute(.indexed, .columnar) var priority: Int
    @Attribute(.indexed, .columnar) var created: Date
    @Attribute(.indexed, .columnar) var closed: Date?
    @Attribute(.indexed, .columnar) var due: Date?
    /// The estimated work, in hours.
    @Attribute(.indexed, .columnar) var estimate: Int?
    @Attribute(.indexed) var labels: [String]
    @Relationship(.nullify) @Attribute(.indexed) var watchers: [Ref<Person>]
    @Relationship(.deny) @Attribute(.indexed, .columnar) var project: Ref<Project>
    @Relationship(.nullify) @Attribute(.indexed, .columnar) var assignee: Ref<Person>?
    @Relationship(inverse: \Comment.issue) var comments: ToMany<Comment>
    /// The time from creating to closing the issue, in seconds.
    @Derived(.indexed, .columnar) var closingTime: Int? {
        closed.map { Int($0.timeIntervalSince(created)) }
    }

    #Index<Issue>([\.project, \.created])
}
