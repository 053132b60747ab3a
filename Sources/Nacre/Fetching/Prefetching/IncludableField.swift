internal import NacreEngine

/// A property that leads to other objects, as `including:` takes it: a reference, an array or a set
/// of references, an optional of these, or the other side of a reference.
public protocol IncludableField: Sendable {
    /// The path to the objects; for the library.
    var includedPath: IncludedPath { get }
}

/// The path from an object to others, through further objects. Opaque.
public struct IncludedPath: Sendable {
    /// The attributes to follow, one after another.
    let references: [String]
    /// The objects that refer to the objects reached so far, if the path ends with these.
    let members: IncludedMembers?
    let problem: String?
}

/// The other side of a reference.
struct IncludedMembers: Sendable {
    let type: any Entity.Type
    let referrers: Referrers
}

extension Field: IncludableField where Value: ReferringValue {
    /// The path to the objects; for the library.
    public var includedPath: IncludedPath {
        IncludedPath(
            references: fieldPath.references + [fieldPath.attribute], members: nil,
            problem: problem)
    }
}

extension InverseField: IncludableField {
    /// The path to the objects; for the library.
    public var includedPath: IncludedPath {
        IncludedPath(
            references: path.references,
            members: IncludedMembers(type: Member.self, referrers: referrers), problem: problem)
    }
}
