import Foundation
import Nacre

/// A comment of an issue. It goes with its issue; a person who has commented cannot be deleted.
///
/// ```json
/// {
///   "id": "00DKZ3T8S0004", "issue": {"id": "00DKZ3T8S0003"},
///   "author": {"id": "00DKZ3T8S0002"}, "text": "Seen it, too.", "created": "2026-05-17T10:00:00Z"
/// }
/// ```
@Entity
struct Comment: Codable, Equatable {
    @Relationship(.cascade) @Attribute(.indexed) var issue: Ref<Issue>
    @Relationship(.deny) @Attribute(.indexed) var author: Ref<Person>
    @Attribute(.length(1...20_000)) var text: String
    var created: Date = .now
}
