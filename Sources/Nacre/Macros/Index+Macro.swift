#if Macros
    /// Declares indexes over several attributes of the ``Entity()`` that it stands in, one a list:
    /// `#Index<City>([\.country, \.name], [\.townHall.city])`. (Declared now; queries use them from
    /// a later version on.) For a single attribute there is `@Attribute(.indexed)`.
    @freestanding(declaration)
    public macro Index<Owner: Entity>(_ keys: [PartialKeyPath<Owner.Fields>]...) =
        #externalMacro(module: "NacreMacros", type: "IndexMacro")
#endif
