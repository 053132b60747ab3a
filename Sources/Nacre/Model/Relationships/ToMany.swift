/// The objects that refer to an object: the other side of a reference. It is derived from the
/// references, so it always agrees with them; nothing of it is stored.
///
/// ```swift
/// @Entity
/// struct Person {
///     let id: String
///     @Relationship(inverse: \City.mayor) var cities: ToMany<City>
/// }
/// let cities = try store.fetch(anne.cities)
/// let busy = try store.fetch(Person.where { $0.cities.count >= 2 })
/// ```
/// The reference, here `mayor` of `City`, gets an index automatically. The property is computed:
/// initializers do not have it, and two values are equal if they belong to the same object.
public struct ToMany<Member: Entity>: Hashable, Sendable {
    /// The filter that matches the objects.
    let filter: Filter<Member>
    let key: LoadedObjects.MemberKey

    /// Makes the objects whose reference leads to an owner.
    /// - Parameters:
    ///   - owner: The object that they refer to.
    ///   - inverse: Their reference to it.
    public init<Owner: Entity, Value: ToOneValue>(
        of owner: Owner, inverse: KeyPath<Member.Fields, Field<Member, Value>>
    ) where Value.ReferenceTarget == Owner {
        let field = Member.Fields(FieldPath())[keyPath: inverse]
        filter = field.filter([Ref(owner)]) { .comparison($0, .equal, $1[0]) }
        key = LoadedObjects.MemberKey(of: owner, field)
    }

    /// Makes the objects whose array or set of references contains an owner.
    /// - Parameters:
    ///   - owner: The object that they refer to.
    ///   - inverse: Their references, one of which leads to it.
    public init<Owner: Entity, Value: ElementsValue & ToManyValue>(
        of owner: Owner, inverse: KeyPath<Member.Fields, Field<Member, Value>>
    ) where Value.Referred == Owner {
        let field = Member.Fields(FieldPath())[keyPath: inverse]
        filter = field.contains(Ref(owner))
        key = LoadedObjects.MemberKey(of: owner, field)
    }
}
