import Nacre

/// A person who reports, works on or comments issues. Clients know them by their handle.
///
/// ```json
/// {"id": "00DKZ3T8S0002", "handle": "anne", "name": "Anne Berg", "mail": "anne@example.com"}
/// ```
@Entity
struct Person: Codable, Equatable {
    @Attribute(.unique, .matching("^[a-z][a-z0-9-]{0,39}$")) var handle: String
    @Attribute(.length(1...100)) var name: String
    @Attribute(.unique) var mail: String?
    @Relationship(inverse: \Issue.assignee) var assigned: ToMany<Issue>
}
