/// A property that is the other side of a reference, in the schema of an entity that conforms by
/// hand. `@Relationship(inverse:)` generates it.
///
/// ```swift
/// static let schema = EntitySchema(
///     Person.init, Attribute("id", \.id),
///     inverses: [Inverse("cities", \.cities, of: \City.Fields.mayor)])
/// ```
public struct Inverse<Owner: Entity>: Sendable {
    let erased: AnyInverse

    /// Makes the other side of a reference.
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: The property's key path.
    ///   - reference: The other entity's reference to this one.
    public init<Member: Entity, Value: ToOneValue>(
        _ name: String, _ path: any KeyPath<Owner, ToMany<Member>> & Sendable,
        of reference: any KeyPath<Member.Fields, Field<Member, Value>> & Sendable
    ) where Value.ReferenceTarget == Owner {
        erased = AnyInverse(name, path, reference)
    }

    /// Makes the other side of an array or a set of references.
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: The property's key path.
    ///   - references: The other entity's array or set of references to this one.
    public init<Member: Entity, Value: ToManyValue>(
        _ name: String, _ path: any KeyPath<Owner, ToMany<Member>> & Sendable,
        of references: any KeyPath<Member.Fields, Field<Member, Value>> & Sendable
    ) where Value.Referred == Owner {
        erased = AnyInverse(name, path, references)
    }
}

/// An ``Inverse`` without its types.
struct AnyInverse: Sendable {
    /// The property's name.
    let name: String
    let path: any AnyKeyPath & Sendable
    /// The entity that refers.
    let member: any Entity.Type
    /// Returns the path of its attribute. Lazy, because the other entity's schema may need this
    /// one's.
    let reference: @Sendable () -> (path: FieldPath, problem: String?)

    fileprivate init<Owner, Member: Entity, Value>(
        _ name: String, _ path: any KeyPath<Owner, ToMany<Member>> & Sendable,
        _ reference: any KeyPath<Member.Fields, Field<Member, Value>> & Sendable
    ) {
        self.name = name
        self.path = path
        member = Member.self
        self.reference = {
            let field = Member.Fields(FieldPath())[keyPath: reference]
            return (field.fieldPath, field.problem)
        }
    }

    /// Returns the reason why the other side is no reference to an entity, as the end of a
    /// sentence; nil if it is one.
    func problem(for owner: String) -> String? {
        let (path, problem) = reference()
        if let problem { return problem }
        let isReference = member.leaves.contains { $0.name == path.name && $0.reference == owner }
        if isReference { return nil }
        return "'\(name)' is the other side of '\(path.name)', which is not an attribute of"
            + " '\(member.entityName)' that refers to '\(owner)'"
    }
}

extension Entity {
    /// The attributes that can be stored.
    fileprivate static var leaves: [LeafAttribute] {
        schema.attributes.flatMap { (try? LeafAttribute.leaves(of: $0)) ?? [] }
    }

    static var inverses: [AnyInverse] { schema.inverses }

    /// The names of attributes that have an other side in another entity.
    static var invertedAttributes: Set<String> {
        let referred = schema.attributes.flatMap(\.type.targets)
        if referred.isEmpty { return [] }
        var seen: Set<ObjectIdentifier> = []
        let targets = referred.filter { seen.insert(ObjectIdentifier($0)).inserted }
        var names: Set<String> = []
        for target in targets {
            for inverse in target.inverses where inverse.member.entityName == entityName {
                names.insert(inverse.reference().path.name)
            }
        }
        return names
    }
}
