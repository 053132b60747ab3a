import Nacre

/// A project, which has issues. Clients know it by its key.
///
/// ```json
/// {"id": "00DKZ3T8S0001", "key": "APP", "name": "The app"}
/// ```
@Entity
struct Project: Codable, Equatable {
    @Attribute(.unique, .matching("^[A-Z][A-Z0-9]{1,9}$")) var key: String
    @Attribute(.length(1...100)) var name: String
    /// Computed from the issues' references, so it is not a part of the JSON.
    @Relationship(inverse: \Issue.project) var issues: ToMany<Issue>
}
