/// What can be done with objects of an entity once they are stored: ``Mutable`` or ``AppendOnly``,
/// said by ``Entity/Mutability``.
public protocol EntityMutability {}

/// Objects are changed and deleted: what every entity is that says nothing else.
public enum Mutable: EntityMutability {}

/// Objects are only added, as the entries of a log are: a call that would change or delete one does
/// not compile.
///
/// ```swift
/// @Entity
/// struct Payment {
///     typealias Mutability = AppendOnly
///     var amount: Decimal
///     var paid: Date
/// }
/// ```
/// Where only the running program knows the types, as of an object that is held by value or of a
/// live one, the call throws `appendOnly`. References of the entity have no delete rule that would
/// change its objects or take them along. All this is a matter of the program's types: tools and
/// steps of a ``SchemaPlan`` may change what is stored.
///
/// Generic code that changes or deletes objects says that they are ``Mutable``:
/// `func rename<Owner: Entity>(_ owner: Owner) where Owner.Mutability == Mutable`.
public enum AppendOnly: EntityMutability {}

extension Entity {
    static var isAppendOnly: Bool { Mutability.self == AppendOnly.self }
}
