#if Macros
    /// Makes a struct an ``Entity``: its stored properties become attributes.
    ///
    /// ```swift
    /// @Entity
    /// struct City {
    ///     #Index<City>([\.country, \.name])
    ///     @Attribute(.unique) var code: String
    ///     var name: String
    ///     var country: String
    ///     @Attribute(.indexed) var population: Int = 0
    ///     var founded: Date?
    ///     @Transient var isSelected = false
    /// }
    /// ```
    /// - A struct without `id` gets one, `var id: ObjectID<City>`, as its last property.
    ///   The type of the id is also declared as `City.ID`.
    /// - The default of a property is also its value in objects that were stored before the
    ///   property existed.
    /// - A property's type must be written out, unless its default shows it: a literal or
    ///   `Type(...)`.
    /// - Computed and static properties are not stored, and neither are ``Transient()`` ones.
    /// - A private property can be used in filters only in its own file.
    ///
    /// The memberwise initialiser stays as it is. Reading an object calls it, unless the struct has
    /// an initialiser of its own. In that case, reading sets the properties and does not call that
    /// initialiser.
    @attached(
        member,
        names: named(ID), named(id), named(idCoding), named(Fields), named(UniqueFields),
        named(_Codecs), named(_Encode), named(schema), named(_encode), named(_decode),
        named(init(_row:)))
    @attached(memberAttribute)
    @attached(extension, conformances: Entity)
    public macro Entity() = #externalMacro(module: "NacreMacros", type: "EntityMacro")
#endif
