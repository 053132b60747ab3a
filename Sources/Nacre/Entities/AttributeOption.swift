/// What is asked of an attribute besides its type.
public struct AttributeOption<Value>: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case indexed
        case unique(ConflictPolicy)
        case columnar
        case named(String)
        case originalNames([String])
        case relationship(DeleteRule)
        case unguarded
        case rule(ValidationRule<Value>)
    }

    /// Keep an index of it: filters that compare the attribute, ranges, prefixes, and sorts by it
    /// look at the objects in question only. Of an attribute stored as a single number, date, id,
    /// text or data; of an array or a set it is one of the elements, which tests by `contains` use.
    /// Opening a store throws `schemaMismatch` for others. An index costs some 16 bytes of memory
    /// an object or element and makes each change a little slower. It comes and goes with the
    /// declaration: no migration, and never another answer.
    public static var indexed: Self { Self(kind: .indexed) }

    /// Keep its values together in memory, eight bytes an object: where no index helps, filters
    /// that compare the attribute look there and not at the objects, which is many times as fast;
    /// so do sums, averages, the least and the greatest of what they find, groups by the attribute,
    /// and the first objects of an order by it. Of an attribute stored as a number, date, flag, id,
    /// text or data; opening a store throws `schemaMismatch` for others. Of a text there is room
    /// for seven bytes: where more are stored, objects are asked. Nothing of a column is on the
    /// disk: the first request that needs one fills it, and changes cost nothing but that the next
    /// one reads the objects around those that changed. It comes and goes with the declaration: no
    /// migration, and never another answer.
    public static var columnar: Self { Self(kind: .columnar) }

    /// References in the elements of a collection may lead nowhere: those in dictionaries, in
    /// structs, in inner arrays and in optionals, which no ``DeleteRule`` can follow. Opening a
    /// store throws `schemaMismatch` for a property that has such references and does not say so.
    public static var unguarded: Self { Self(kind: .unguarded) }

    /// Store the attribute under another name than its property's: that of an imported column, or
    /// one that a store has already.
    public static func named(_ name: String) -> Self { Self(kind: .named(name)) }

    /// The attribute had another name in the store, or several over the years: the newest first. A
    /// store that has it under one of them, and none under its present name, renames it when it is
    /// opened, which touches no object. Of an embedded struct the names of all properties change.
    public static func originalName(_ names: String...) -> Self {
        Self(kind: .originalNames(names))
    }
}

extension AttributeOption where Value: Hashable {
    /// No two objects have the same value; nil may stand in any number of them. Saving a second one
    /// throws `uniqueViolation`.
    public static var unique: Self { Self(kind: .unique(.error)) }

    /// No two objects have the same value, and upserts know what to do where one has it.
    /// - Parameter conflict: what `save` and `upsert` do then. `insert` and `update` throw
    ///   `uniqueViolation`.
    public static func unique(conflict: ConflictPolicy) -> Self { Self(kind: .unique(conflict)) }
}
