#if Macros
    /// Asks something of a stored property of an ``Entity()``:
    /// `@Attribute(.unique, .named("country_code"))`.
    @attached(peer)
    public macro Attribute(_ marks: AttributeMark...) =
        #externalMacro(module: "NacreMacros", type: "MarkMacro")

    /// Makes a computed property of an ``Entity()`` an attribute: filters, sorts and indexes use it
    /// as any other, `@Derived(.indexed) var key: String { name.lowercased() }`. What it gives is
    /// stored with each object, since they read what is stored, and never read back into one.
    ///
    /// It must depend on the object's stored properties alone. Change the version with the code:
    /// opening the store then computes the attribute of all objects anew, as it does when the
    /// attribute is added. See ``Derived``.
    /// - Parameters:
    ///   - marks: what is asked of it, `.transformed` aside.
    ///   - version: of the code.
    @attached(peer)
    public macro Derived(_ marks: AttributeMark..., version: Int = 1) =
        #externalMacro(module: "NacreMacros", type: "MarkMacro")

    /// Keeps a property out of the store. It needs a default, which objects that are read have.
    @attached(peer)
    public macro Transient() = #externalMacro(module: "NacreMacros", type: "MarkMacro")
#endif
