/// The objects that refer to an object: the other side of a reference. It is derived, so that it is
/// always what the references say: nothing of it is stored.
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
/// The reference, here `mayor` of `City`, has an index of its own accord. The property is computed:
/// no initialiser has it, and two values are equal if they are of the same object.
public struct ToMany<Member: Entity>: Hashable, Sendable {
    /// The objects as a request, which can be sorted, narrowed and counted:
    /// `anne.cities.request.where { $0.population > 1000 }`.
    public let request: FetchRequest<Member>
    let key: LoadedObjects.MemberKey

    /// The objects that have an owner as their reference.
    /// - Parameters:
    ///   - owner: what they refer to.
    ///   - inverse: their reference to it.
    public init<Owner: Entity, Value: ToOneValue>(
        of owner: Owner, inverse: KeyPath<Member.Fields, Field<Member, Value>>
    ) where Value.ReferenceTarget == Owner {
        let field = Member.Fields(FieldPath())[keyPath: inverse]
        request = Member.where(field.filter([Ref(owner)]) { .comparison($0, .equal, $1[0]) })
        key = LoadedObjects.MemberKey(of: owner, field)
    }

    /// The objects that have an owner in their array or set of references.
    /// - Parameters:
    ///   - owner: what they refer to.
    ///   - inverse: their references, of which one leads to it.
    public init<Owner: Entity, Value: ElementsValue & ToManyValue>(
        of owner: Owner, inverse: KeyPath<Member.Fields, Field<Member, Value>>
    ) where Value.Referred == Owner {
        let field = Member.Fields(FieldPath())[keyPath: inverse]
        request = Member.where(field.contains(Ref(owner)))
        key = LoadedObjects.MemberKey(of: owner, field)
    }
}

extension Reader where Self: ~Escapable {
    /// The objects that refer to an object, by ascending id: `try store.fetch(anne.cities)`.
    /// - Parameter members: the other side of their reference.
    public func fetch<Member: Entity>(
        _ members: ToMany<Member>
    ) throws(StoreError) -> [Member] {
        try source.fetch(members.request)
    }

    /// How many objects refer to an object. Decodes none.
    /// - Parameter members: the other side of their reference.
    public func count<Member: Entity>(_ members: ToMany<Member>) throws(StoreError) -> Int {
        try source.count(members.request)
    }
}
