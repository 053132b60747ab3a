#if Macros
    /// Declares indexes over several attributes of the ``Entity()`` that it stands in, one a list:
    /// `#Index<City>([\.country, \.name], [\.townHall.city])`. For a single attribute there is
    /// `@Attribute(.indexed)`.
    ///
    /// It serves filters that say what the first attributes equal, and sorts by its attributes in
    /// their order, all ascending or all descending. It comes and goes with the declaration: no
    /// migration, and never another answer.
    /// - Parameter keys: the attributes of each index.
    @freestanding(declaration)
    public macro Index<Owner: Entity>(_ keys: [PartialKeyPath<Owner.Fields>]...) =
        #externalMacro(module: "NacreMacros", type: "IndexMacro")

    /// Declares attributes of the ``Entity()`` that it stands in which are unique together, one
    /// list for each rule: `#Unique<City>([\.country, \.name])`. For a single attribute there is
    /// `@Attribute(.unique)`.
    ///
    /// No two objects have the same values of all attributes of a list. Saving a second one throws
    /// ``StoreError`` with the code `uniqueViolation`, which names the object that has them. Where
    /// one of the values is nil, nothing is compared, as in SQL: any number of objects may have nil
    /// there, whatever their other values are.
    ///
    /// A filter that says what all of them equal finds the object at once. A store that has objects
    /// with the same values already cannot be opened with the declaration: the error lists them.
    /// - Parameters:
    ///   - keys: the attributes of each list.
    ///   - conflict: what `save` and `upsert` do where another object has the same values. `insert`
    ///     and `update` throw `uniqueViolation`.
    @freestanding(declaration)
    public macro Unique<Owner: Entity>(
        _ keys: [PartialKeyPath<Owner.Fields>]..., conflict: ConflictPolicy = .error
    ) =
        #externalMacro(module: "NacreMacros", type: "IndexMacro")
#endif
