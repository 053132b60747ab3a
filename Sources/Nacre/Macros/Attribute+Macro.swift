#if Macros
    /// Sets options of a stored property of an ``Entity()``:
    /// `@Attribute(.unique, .named("country_code"))`.
    @attached(peer)
    public macro Attribute(_ marks: AttributeAnnotation...) =
        #externalMacro(module: "NacreMacros", type: "MarkMacro")

    /// Makes a computed property of an ``Entity()`` an attribute, which filters, sorts and indexes
    /// use like any other: `@Derived(.indexed) var key: String { name.lowercased() }`. Its value is
    /// stored with each object, because they read stored values. It is never read back into one.
    ///
    /// The value must depend only on the object's stored properties. Change the version with the
    /// code: opening the store then computes the attribute of all objects again, as it does when
    /// the attribute is added. See ``Derived``.
    /// - Parameters:
    ///   - marks: The options of the attribute; `.transformed` is not allowed.
    ///   - version: The version of the code.
    @attached(peer)
    public macro Derived(_ marks: AttributeAnnotation..., version: Int = 1) =
        #externalMacro(module: "NacreMacros", type: "MarkMacro")

    /// Keeps a property out of the store. It needs a default, which objects have after reading.
    @attached(peer)
    public macro Transient() = #externalMacro(module: "NacreMacros", type: "MarkMacro")
#endif
