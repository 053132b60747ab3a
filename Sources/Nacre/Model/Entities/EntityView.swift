/// A second struct for the objects of an entity, with fewer attributes: a summary for lists, or the
/// part of a large object that a module works with.
///
/// ```swift
/// @Entity
/// struct City {
///     let id: String
///     var name: String
///     var population = 0
///     var history: String?
/// }
///
/// @Entity
/// struct CityName: EntityView {
///     typealias Whole = City
///     let id: String
///     var name: String
/// }
/// ```
/// A view's objects are those of ``Whole``: `CityName.where { $0.name.hasPrefix("O") }` reads only
/// the two attributes of each city. Writing a view keeps the attributes that it lacks, and then
/// stores the whole object: the hooks, rules, unique attributes and derived attributes of the whole
/// entity apply. Inserting a view gives attributes that it lacks their defaults, or nil. If one of
/// them is required and has no default, inserting throws `invalidValue`.
///
/// A store that is opened with a view is opened with the whole entity, too. Opening throws
/// `schemaMismatch` if an attribute of the view is not declared as that of the whole entity, and if
/// a view has an index, a unique constraint, a rule or a hook that the whole entity lacks, or holds
/// objects by value. The default sort and the default filter are the view's own.
public protocol EntityView: Entity where Whole.ID == ID, Whole.Mutability == Mutability {
    /// The entity with all attributes.
    associatedtype Whole: Entity
}

extension EntityView {
    /// The name of the whole entity.
    public static var entityName: String { Whole.entityName }
    /// The whole entity.
    public static var wholeEntity: (any Entity.Type)? { Whole.self }
}
