#if Macros
    /// Asks something of a stored property of an ``Entity()``:
    /// `@Attribute(.unique, .named("country_code"))`.
    @attached(peer)
    public macro Attribute(_ marks: AttributeMark...) =
        #externalMacro(module: "NacreMacros", type: "MarkMacro")

    /// Keeps a property out of the store. It needs a default, which objects that are read have.
    @attached(peer)
    public macro Transient() = #externalMacro(module: "NacreMacros", type: "MarkMacro")
#endif
