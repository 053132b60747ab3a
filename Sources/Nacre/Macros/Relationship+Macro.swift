#if Macros
    /// Says what becomes of a reference, or of the references in an array or a set, when an object
    /// is deleted that it leads to: `@Relationship(.nullify) var mayor: Ref<Person>?`. From then on
    /// it always leads to an object. See ``DeleteRule``.
    /// - Parameter rule: what to do.
    @attached(peer)
    public macro Relationship(_ rule: DeleteRule) =
        #externalMacro(module: "NacreMacros", type: "MarkMacro")

    /// Makes a property the other side of another entity's reference to this one:
    /// `@Relationship(inverse: \City.mayor) var cities: ToMany<City>`. The property is computed,
    /// and no initialiser has it. See ``ToMany``.
    /// - Parameter inverse: the reference, or an array or a set of references.
    @attached(peer)
    public macro Relationship<Member: Entity>(inverse: PartialKeyPath<Member>) =
        #externalMacro(module: "NacreMacros", type: "MarkMacro")

    /// What ``Entity()`` puts in front of each `@Relationship(inverse:)`; not for use by hand.
    @attached(accessor, names: named(get))
    public macro _Inverse<Member: Entity>(_ inverse: PartialKeyPath<Member>) =
        #externalMacro(module: "NacreMacros", type: "InverseMacro")
#endif
