import Nacre

/// A project, to which each issue belongs.
@Entity
struct Project {
    let id: Int
    @Attribute(.unique) var name: String
}
