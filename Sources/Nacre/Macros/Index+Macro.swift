#if Macros
    /// Declares indexes over several attributes of the ``Entity()`` that it stands in, one a list:
    /// `#Index<City>([\.country, \.name], [\.townHall.city])`. For a single attribute there is
    /// `@Attribute(.indexed)`.
    ///
    /// It serves filters that say what the first attributes equal, and sorts by its attributes in
    /// their order, all ascending or all descending. It comes and goes with the declaration: no
    /// migration, and never another answer.
    @freestanding(declaration)
    public macro Index<Owner: Entity>(_ keys: [PartialKeyPath<Owner.Fields>]...) =
        #externalMacro(module: "NacreMacros", type: "IndexMacro")
#endif
