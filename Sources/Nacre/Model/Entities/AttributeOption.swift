/// An option of an attribute, such as an index, a unique constraint or a rule.
public struct AttributeOption<Value>: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case id(@Sendable () -> AnyKeyPath)
        case indexed
        case unique(ConflictPolicy)
        case columnar
        case searchable(weight: Double)
        case named(String)
        case originalNames([String])
        case relationship(DeleteRule)
        case unguarded
        case rule(ValidationRule<Value>)
    }

    /// Keeps an index of the attribute: filters that compare it, ranges, prefixes and sorts by it
    /// read only the objects in question. Allowed for attributes stored as a single number, date,
    /// id, text or data. For an array or a set, the index is over the elements, and tests with
    /// `contains` use it. For other attributes, opening a store throws `schemaMismatch`. An index
    /// costs about 16 bytes of memory per object or element and makes each change a little slower.
    /// Adding or removing the declaration adds or removes the index. It needs no migration and
    /// never changes results.
    public static var indexed: Self { Self(kind: .indexed) }

    /// Keeps the attribute's values together in memory, in eight bytes per object. If no index
    /// helps, filters that compare the attribute read this column instead of the objects, which is
    /// many times as fast. Sums, averages, least and greatest values, groups by the attribute, and
    /// the first objects of an order by it use the column too. Allowed for attributes stored as a
    /// number, date, flag, id, text or data; for others, opening a store throws `schemaMismatch`.
    /// For texts, a column has room for seven bytes; longer ones are read from the objects. Columns
    /// are not stored on disk: the first request that needs one fills it. After changes, the next
    /// request rereads the objects around those that changed; changes have no other cost. Adding or
    /// removing the declaration adds or removes the column. It needs no migration and never changes
    /// results.
    public static var columnar: Self { Self(kind: .columnar) }

    /// Adds the attribute to the entity's full-text search: the `search` methods of ``Reader`` and
    /// of filters find the words of its text. All attributes with this option are one search. For
    /// several searches, and other rules for words, use `#Search`. Allowed for texts and for
    /// collections of texts, also if they are compressed; for others, opening a store throws
    /// `schemaMismatch`. Adding or removing the declaration needs no migration.
    public static var searchable: Self { searchable(weight: 1) }

    /// Adds the attribute to the entity's full-text search.
    /// - Parameter weight: How much a word counts in this attribute, from 0 on. In others it is 1.
    public static func searchable(weight: Double) -> Self {
        Self(kind: .searchable(weight: weight))
    }

    /// Allows dangling references in the elements of a collection that no ``DeleteRule`` can
    /// follow: those in dictionaries, in structs, in inner arrays and in optionals. Opening a store
    /// throws `schemaMismatch` for a property that has such references without this option.
    public static var unguarded: Self { Self(kind: .unguarded) }

    /// Stores the attribute under another name than its property's, such as the name of an imported
    /// column or of an existing attribute.
    public static func named(_ name: String) -> Self { Self(kind: .named(name)) }

    /// Declares former stored names of the attribute, the newest first. A store that has the
    /// attribute under one of them, and not under its present name, renames it when it is opened.
    /// Renaming rewrites no objects. For an embedded struct, the names of all its properties
    /// change.
    public static func originalName(_ names: String...) -> Self {
        Self(kind: .originalNames(names))
    }
}

extension AttributeOption where Value: Hashable {
    /// Makes the attribute the id of the entity's objects. The entity's property `id` returns it:
    ///
    /// ```swift
    /// struct Country { var code: String; var name: String }
    /// extension Country: Entity {
    ///     var id: String { code }
    ///     static let schema = EntitySchema(
    ///         Country.init, Attribute("code", \.code, .id(\Country.id)),
    ///         Attribute("name", \.name))
    /// }
    /// ```
    /// `@Attribute(.id)` writes both. An attribute named `id` needs no option. Opening a store
    /// throws `schemaMismatch` if there are two ids, or if the attribute has another type than
    /// `id`.
    /// - Parameter path: The property `id`, so that fields and predicates by it find the attribute.
    public static func id(_ path: @autoclosure @escaping @Sendable () -> AnyKeyPath) -> Self {
        Self(kind: .id(path))
    }

    /// Requires that no two objects have the same value when a change ends; otherwise it throws
    /// `uniqueViolation`. Any number of objects may have nil.
    public static var unique: Self { Self(kind: .unique(.error)) }

    /// Requires that no two objects have the same value, and sets how upserts treat an object whose
    /// value exists already.
    /// - Parameter conflict: The policy for `save` and `upsert` if another object has the value.
    ///   `insert` and `update` ignore it.
    public static func unique(conflict: ConflictPolicy) -> Self { Self(kind: .unique(conflict)) }
}
