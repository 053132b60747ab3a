/// A struct that the store keeps. `@Entity` writes everything; by hand, ``schema`` is enough:
///
/// ```swift
/// struct Town { var id: Int; var name: String; var mayor: Ref<Person>? }
/// extension Town: Entity {
///     static let schema = EntitySchema(
///         Town.init, Attribute("id", \.id), Attribute("name", \.name, .indexed),
///         Attribute("mayor", \.mayor))
/// }
/// ```
/// An object's identity is its `id`, which never changes.
///
/// A property of an entity may be another entity, `var owner: Owner?`, or several of them: it is
/// stored as a reference, and saved and read with its object. See <doc:EntitiesByValue>.
public protocol Entity: ReferenceElement, Identifiable
where ID: Storable & Hashable, ReferenceTarget == Self {
    /// The attributes, as filters and sorts see them.
    associatedtype Fields: FieldSet = KeyPathFields<Self> where Fields.FieldsOwner == Self
    /// Those that are unique, the id among them.
    associatedtype UniqueFields: FieldSet = Fields where UniqueFields.FieldsOwner == Self
    /// Whether objects can be changed and deleted; they can unless said otherwise:
    /// `typealias Mutability = AppendOnly`.
    associatedtype Mutability: EntityMutability = Mutable
    /// The attributes and how objects are written and read. Asked for on any thread: opening a
    /// store gets the types ready on another one meanwhile.
    static var schema: EntitySchema<Self> { get }
    /// The stages of the id, where the attribute `id` has some of its own; nil unless declared
    /// otherwise. References to the entity's objects are stored through them, too. `@Entity` writes
    /// it. By hand, declare it beside the attribute:
    ///
    /// ```swift
    /// static let idCodec = AttributeCodec(\Town.id, by: .uuidString)
    /// static let idCoding: IDCoding<UUID>? = IDCoding(idCodec)
    /// static let schema = EntitySchema(Town.init, Attribute("id", \.id, codec: idCodec))
    /// ```
    static var idCoding: IDCoding<ID>? { get }
    /// The name in the store: that of the type unless said otherwise.
    static var entityName: String { get }
    /// The names that the entity had in the store, the newest first; none unless said otherwise. A
    /// store that has it under one of them, and none under ``entityName``, renames it when it is
    /// opened, with all references to it. No object is touched.
    static var originalEntityNames: [String] { get }
    /// The order of ``sortedFetchRequest``; by id alone unless said otherwise.
    static var defaultSort: Sorting<Self> { get }
    /// Which objects requests are of, unless they are ``FetchRequest/ignoringDefaultFilter``; all
    /// unless said otherwise. Made for objects that are taken for deleted but kept:
    ///
    /// ```swift
    /// static let defaultFilter = Filter<Note> { $0.deleted == nil }
    /// ```
    /// It holds for every request of the entity, also for those that count, change and delete, and
    /// the request of objects on the other side, ``ToMany``. What names an object finds it whatever
    /// it is: an id, a unique value, a reference. A condition on related objects within a filter is
    /// asked of all of them, and says itself which it means:
    /// `$0.notes.contains { $0.deleted == nil }`. Whoever observes an object is told that it was
    /// deleted when it is no longer one of these.
    static var defaultFilter: Filter<Self> { get }
    /// What must hold for each object that is stored; nothing unless said otherwise.
    static var rules: [Rule<Self>] { get }
}

extension Entity {
    /// The name of the type.
    public static var entityName: String { "\(Self.self)" }
    /// The id has no stages of its own.
    @inlinable public static var idCoding: IDCoding<ID>? { nil }
    /// None.
    public static var originalEntityNames: [String] { [] }
    /// No order but that by id.
    public static var defaultSort: Sorting<Self> { [] }
    /// Of all objects.
    public static var defaultFilter: Filter<Self> { .all }
    /// None.
    public static var rules: [Rule<Self>] { [] }
}
