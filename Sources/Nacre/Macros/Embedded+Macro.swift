#if Macros
    /// Makes a struct ``Embedded``: stored inside of its owner, each property as an attribute.
    ///
    /// ```swift
    /// @Embedded
    /// struct Address: Hashable {
    ///     var street: String
    ///     @Attribute(.named("postcode")) var zip: String = ""
    /// }
    /// ```
    /// What holds for the properties of an ``Entity()`` holds for these, except that `.named` is
    /// the only thing to ask of one. Embedded structs may contain others.
    @attached(
        member,
        names: named(Fields), named(_Encode), named(attributeType), named(encode(into:)),
        named(decode(from:)), named(nested()), named(init(_row:)), named(init(_nested:)))
    @attached(extension, conformances: Embedded)
    public macro Embedded() = #externalMacro(module: "NacreMacros", type: "EmbeddedMacro")
#endif
