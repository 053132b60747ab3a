import Foundation
import Nacre

/// A comment on an issue. Its text is left out; only its length counts.
@Entity
struct Comment {
    let id: Int
    @Relationship(.cascade) var issue: Ref<Issue>
    @Relationship(.deny) @Attribute(.indexed, .columnar) var author: Ref<Person>
    @Attribute(.indexed, .columnar) var created: Date
    @Attribute(.columnar) var length: Int
}
