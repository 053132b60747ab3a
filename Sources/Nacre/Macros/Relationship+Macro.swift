#if Macros
    /// Sets the effect on a reference, or on the references in an array or a set, when an object
    /// that it leads to is deleted: `@Relationship(.nullify) var mayor: Ref<Person>?`. With any
    /// rule but ``DeleteRule/noAction``, the reference always leads to an object. See
    /// ``DeleteRule``.
    /// - Parameter rule: The rule.
    @attached(peer)
    public macro Relationship(_ rule: DeleteRule) =
        #externalMacro(module: "NacreMacros", type: "MarkMacro")

    /// Makes a property the other side of another entity's reference to this one:
    /// `@Relationship(inverse: \City.mayor) var cities: ToMany<City>`. The property is computed,
    /// and not a parameter of any initialiser. See ``ToMany``.
    /// - Parameter inverse: The reference, or an array or a set of references.
    @attached(peer)
    public macro Relationship<Member: Entity>(inverse: PartialKeyPath<Member>) =
        #externalMacro(module: "NacreMacros", type: "MarkMacro")

    /// Adds the accessor of a property with `@Relationship(inverse:)`. ``Entity()`` adds this
    /// macro; it is not for use by hand.
    @attached(accessor, names: named(get))
    public macro _Inverse<Member: Entity>(_ inverse: PartialKeyPath<Member>) =
        #externalMacro(module: "NacreMacros", type: "InverseMacro")
#endif
