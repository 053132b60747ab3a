#if Macros
    /// Makes a struct ``Embedded``: it is stored inside its owner, and each of its properties as an
    /// attribute. An enum whose cases carry values becomes an ``EmbeddedEnum``.
    ///
    /// ```swift
    /// @Embedded
    /// struct Address: Hashable {
    ///     var street: String
    ///     @Attribute(.named("postcode")) var zip: String = ""
    /// }
    /// ```
    /// The rules for the properties of an ``Entity()`` apply to these too, except that `.named` and
    /// `.transformed` are their only options. The entity that has the struct declares the rest, as
    /// in `#Index<City>([\.townHall.street])`. Embedded structs may contain others.
    ///
    /// An enum is stored as the name of its case and the values that each case carries:
    /// ```swift
    /// @Embedded
    /// enum State: Hashable {
    ///     case applied
    ///     case hired(since: Date, salary: Int)
    /// }
    /// let hired = Employee.where { $0.state.case == .hired && $0.state.hired.salary > 1000 }
    /// ```
    /// A value without a label is called `value`, or `value0`, `value1` and so on if the case
    /// carries several. Reading a case that the type does not know throws `undecodable`, unless the
    /// enum declares the case that it is read as: `static let unknownCase = State.applied`. That
    /// case must carry no values; see ``HasUnknownCase``.
    @attached(
        member,
        names: named(Fields), named(_Codecs), named(_Encode), named(attributeType),
        named(encode(into:)),
        named(decode(from:)), named(nested()), named(init(_row:)), named(init(_nested:)),
        named(Case), named(_Payload), named(EmbeddedParts), named(embeddedParts),
        named(init(embeddedParts:)))
    @attached(extension, conformances: Embedded, EmbeddedEnum)
    public macro Embedded() = #externalMacro(module: "NacreMacros", type: "EmbeddedMacro")
#endif
