#if Macros
    /// Declares indexes over several attributes of the enclosing ``Entity()``, one for each list:
    /// `#Index<City>([\.country, \.name], [\.townHall.city])`. For an index of a single attribute,
    /// use `@Attribute(.indexed)`.
    ///
    /// An index serves filters that compare its first attributes for equality, and sorts by its
    /// attributes in their order, all ascending or all descending. Adding or removing the
    /// declaration adds or removes the index. It needs no migration and never changes results.
    /// - Parameter keys: The attributes of each index.
    @freestanding(declaration)
    public macro Index<Owner: Entity>(_ keys: [PartialKeyPath<Owner.Fields>]...) =
        #externalMacro(module: "NacreMacros", type: "IndexMacro")

    /// Declares that attributes of the enclosing ``Entity()`` are unique together, one list for
    /// each rule: `#Unique<City>([\.country, \.name])`. For a single attribute, use
    /// `@Attribute(.unique)`.
    ///
    /// No two objects have the same values of all attributes of a list. If a change ends with two
    /// such objects, it throws ``StoreError`` with the code `uniqueViolation`, which names both. If
    /// one of the values is nil, nothing is compared, as in SQL: any number of objects may have nil
    /// there, whatever their other values are.
    ///
    /// A filter that compares all of them for equality finds the object directly. A store in which
    /// several objects have the same values already cannot be opened with the declaration: the
    /// error lists them.
    /// - Parameters:
    ///   - keys: The attributes of each list.
    ///   - conflict: The policy of `save` and `upsert` if another object has the same values.
    ///     `insert` and `update` ignore it.
    @freestanding(declaration)
    public macro Unique<Owner: Entity>(
        _ keys: [PartialKeyPath<Owner.Fields>]..., conflict: ConflictPolicy = .error
    ) =
        #externalMacro(module: "NacreMacros", type: "IndexMacro")

    /// Declares that attributes of the enclosing ``Entity()`` are unique among the objects that
    /// match a condition. If an object comes to match it, it is compared.
    ///
    /// ```swift
    /// #Unique<Note>([\.slug], where: Note.isLive)
    /// static func isLive(_ note: Fields) -> Filter<Note> { note.deleted == nil }
    /// ```
    /// The slug of a deleted note is free.
    /// - Parameters:
    ///   - keys: The attributes of each list, which may have a single one.
    ///   - conflict: The policy of `save` and `upsert` if another object has the same values.
    ///   - condition: A static function that makes the condition from the entity's fields. A
    ///     closure does not compile here, because the compiler checks it before it knows the
    ///     fields. The condition tests single values of the object itself; others throw
    ///     `schemaMismatch` when a store is opened. The store keeps it as text, so that the tool
    ///     judges by it, too.
    @freestanding(declaration)
    public macro Unique<Owner: Entity>(
        _ keys: [PartialKeyPath<Owner.Fields>]..., conflict: ConflictPolicy = .error,
        where condition: (Owner.Fields) -> Filter<Owner>
    ) =
        #externalMacro(module: "NacreMacros", type: "IndexMacro")
#endif
