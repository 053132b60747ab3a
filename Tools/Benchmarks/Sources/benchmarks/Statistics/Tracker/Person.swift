import Nacre

/// A person who works with the tracker.
@Entity
struct Person {
    let id: Int
    @Attribute(.unique) var name: String
}
