internal import NacreEngine

/// A property that leads to other objects: what `including:` takes. A reference, an array or a set
/// of references, optionals of these, and the other side of a reference.
public protocol IncludableField: Sendable {
    /// The way to the objects. For the library.
    var includedPath: IncludedPath { get }
}

/// A value that leads to other objects: ``ToOneValue`` and ``ToManyValue``.
public protocol ReferringValue {}

extension Optional: ReferringValue where Wrapped: ReferringValue {}
extension Array: ReferringValue where Element: ReferenceElement {}
extension Set: ReferringValue where Element: ReferenceElement {}

/// The way from an object to others, over others. Opaque.
public struct IncludedPath: Sendable {
    /// The attributes that lead there one after another.
    let references: [String]
    /// Who refers to the objects that are reached by then, if these are meant.
    let members: IncludedMembers?
    let problem: String?
}

/// The other side of a reference.
struct IncludedMembers: Sendable {
    let type: any Entity.Type
    let referrers: Referrers
}

extension Field: IncludableField where Value: ReferringValue {
    /// The way to the objects. For the library.
    public var includedPath: IncludedPath {
        IncludedPath(
            references: fieldPath.references + [fieldPath.attribute], members: nil,
            problem: problem)
    }
}

extension InverseField: IncludableField {
    /// The way to the objects. For the library.
    public var includedPath: IncludedPath {
        IncludedPath(
            references: path.references,
            members: IncludedMembers(type: Member.self, referrers: referrers), problem: problem)
    }
}
