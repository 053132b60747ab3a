#if Macros
    /// Makes a struct ``Embedded``: stored inside of its owner, each property as an attribute. An
    /// enum whose cases carry values becomes an ``EmbeddedEnum``.
    ///
    /// ```swift
    /// @Embedded
    /// struct Address: Hashable {
    ///     var street: String
    ///     @Attribute(.named("postcode")) var zip: String = ""
    /// }
    /// ```
    /// What holds for the properties of an ``Entity()`` holds for these, except that `.named` is
    /// the only thing to ask of one: the entity that has the struct says the rest, as in
    /// `#Index<City>([\.townHall.street])`, and values go through stages by the transformer of a
    /// ``Storable`` type. Embedded structs may contain others.
    ///
    /// Of an enum the name of the case is stored, and what each case carries:
    /// ```swift
    /// @Embedded
    /// enum State: Hashable {
    ///     case applied
    ///     case hired(since: Date, salary: Int)
    /// }
    /// let hired = Employee.where { $0.state.case == .hired && $0.state.hired.salary > 1000 }
    /// ```
    /// What a case carries without a label is `value`, or `value0`, `value1` and so on if there is
    /// more than one. Reading a case that the type does not know throws `undecodable`, unless the
    /// enum says what it is read as: `static let unknownCase = State.applied`, a case that carries
    /// nothing; see ``HasUnknownCase``.
    @attached(
        member,
        names: named(Fields), named(_Encode), named(attributeType), named(encode(into:)),
        named(decode(from:)), named(nested()), named(init(_row:)), named(init(_nested:)),
        named(Case), named(_Payload), named(EmbeddedParts), named(embeddedParts),
        named(init(embeddedParts:)))
    @attached(extension, conformances: Embedded, EmbeddedEnum)
    public macro Embedded() = #externalMacro(module: "NacreMacros", type: "EmbeddedMacro")
#endif
