/// A struct that the store keeps. `@Entity` writes the whole conformance; by hand, ``schema`` is
/// enough:
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
/// A property of an entity may be another entity, `var owner: Owner?`, or several of them. It is
/// stored as a reference, and saved and read together with its object. See <doc:EntitiesByValue>.
public protocol Entity: ReferenceElement, Identifiable
where ID: Storable & Hashable, ReferenceTarget == Self {
    /// The attributes, as filters and sorts see them.
    associatedtype Fields: FieldSet = KeyPathFields<Self> where Fields.FieldsOwner == Self
    /// The unique attributes, including the id.
    associatedtype UniqueFields: FieldSet = Fields where UniqueFields.FieldsOwner == Self
    /// Whether objects can be changed and deleted. They can, unless declared otherwise:
    /// `typealias Mutability = AppendOnly`.
    associatedtype Mutability: EntityMutability = Mutable
    /// The attributes, and how objects are written and read. May be called on any thread: opening a
    /// store prepares the types on another thread meanwhile.
    static var schema: EntitySchema<Self> { get }
    /// The stages of the id if the attribute `id` has stages of its own; nil by default. References
    /// to the entity's objects are stored through these stages too. `@Entity` writes this property.
    /// By hand, declare it next to the attribute:
    ///
    /// ```swift
    /// static let idCodec = AttributeCodec(\Town.id, by: .uuidString)
    /// static let idCoding: IDCoding<UUID>? = IDCoding(idCodec)
    /// static let schema = EntitySchema(Town.init, Attribute("id", \.id, codec: idCodec))
    /// ```
    static var idCoding: IDCoding<ID>? { get }
    /// The name in the store. By default, the name of the type.
    static var entityName: String { get }
    /// The former names of the entity in the store, the newest first; none by default. A store that
    /// has the entity under one of them, and not under ``entityName``, renames it when it is
    /// opened, with all references to it. Renaming rewrites no objects.
    static var originalEntityNames: [String] { get }
    /// The entity whose objects the type's values are views of; nil if it is none. ``EntityView``
    /// declares it.
    static var wholeEntity: (any Entity.Type)? { get }
    /// The order of ``sortedFetchRequest``. By default, the order of ids. The store keeps its text,
    /// like those of ``defaultFilter`` and ``rules``, for people and tools without the Swift types.
    static var defaultSort: Sorting<Self> { get }
    /// The filter that requests apply unless they are ``FetchRequest/ignoringDefaultFilter``; all
    /// objects by default. Intended for objects that are marked as deleted but kept:
    ///
    /// ```swift
    /// static let defaultFilter = Filter<Note> { $0.deleted == nil }
    /// ```
    /// The filter applies to every request of the entity, including those that count, change and
    /// delete, and to requests for the objects on the other side of a reference, ``ToMany``. It
    /// does not apply to lookups by an id, a unique value or a reference. A condition on related
    /// objects within a filter tests all of them, and must restrict them itself:
    /// `$0.notes.contains { $0.deleted == nil }`. An observer of an object is notified of its
    /// deletion when the object no longer matches the filter. If its value differs at each start of
    /// the program, as with the present time, each opening stores its text in a commit.
    static var defaultFilter: Filter<Self> { get }
    /// The rules that each stored object must satisfy; none by default.
    static var rules: [Rule<Self>] { get }
}

extension Entity {
    /// The default: the name of the type.
    public static var entityName: String { "\(Self.self)" }
    /// The default: the id has no stages of its own.
    @inlinable public static var idCoding: IDCoding<ID>? { nil }
    /// The default: no former names.
    public static var originalEntityNames: [String] { [] }
    /// The default: the type is the entity itself.
    @inlinable public static var wholeEntity: (any Entity.Type)? { nil }
    /// The default: the order of ids only.
    public static var defaultSort: Sorting<Self> { [] }
    /// The default: all objects.
    public static var defaultFilter: Filter<Self> { .all }
    /// The default: no rules.
    public static var rules: [Rule<Self>] { [] }
}
