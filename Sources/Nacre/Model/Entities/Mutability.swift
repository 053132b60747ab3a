/// The operations allowed on stored objects of an entity: ``Mutable`` or ``AppendOnly``. Declared
/// by ``Entity/Mutability``.
public protocol EntityMutability {}

/// The default: objects can be changed and deleted.
public enum Mutable: EntityMutability {}

/// The mark of entities whose objects are only added, like the entries of a log. A call that would
/// change or delete an object does not compile.
///
/// ```swift
/// @Entity
/// struct Payment {
///     typealias Mutability = AppendOnly
///     var amount: Decimal
///     var paid: Date
/// }
/// ```
/// If the types are known only at run time, as for an object that is held by value or for a live
/// object, the call throws `appendOnly`. References of the entity cannot have a delete rule that
/// would change or delete its objects. The restriction applies only to the program's types: tools
/// and steps of a ``SchemaPlan`` may change stored objects.
///
/// Generic code that changes or deletes objects requires ``Mutable``:
/// `func rename<Owner: Entity>(_ owner: Owner) where Owner.Mutability == Mutable`.
public enum AppendOnly: EntityMutability {}

extension Entity {
    static var isAppendOnly: Bool { Mutability.self == AppendOnly.self }
}
