public import NacreEngine

/// The text form: the attributes' paths, separated by commas, with a minus sign before those in
/// descending order.
extension Sorting: CustomStringConvertible {
    /// The text form, which `nacre fetch --sort` accepts: `-due, title`. A sort in the order of a
    /// language has the language's name appended, which is not read back.
    public var description: String { sorts.order }

    /// Parses the text form: `-due, title`. The path of an attribute of another object contains the
    /// references that lead to it: `mayor.name`. An empty text is the order of ids.
    /// - Parameter text: The text form, from a source that may use all attributes.
    /// - Throws: ``StoreError`` with `invalidValue`, which reports the position and the reason of
    ///   the error.
    public init(parsing text: String) throws(StoreError) {
        guard !text.isEmpty else {
            self.init([SortContent]())
            return
        }
        let schema = try EntityModel(Root.self).schema
        do throws(FilterSyntaxError) {
            let terms = try SortTerm.parse(text, schema: schema, entities: Root.entities)
            self.init(terms.map { SortContent($0) })
        } catch {
            throw StoreError(.invalidValue, "\(error)")
        }
    }

    /// Parses a sorting from outside the program, such as a server's query string. The sorting may
    /// use only the attributes in a list. All others, and their names, stay hidden.
    ///
    /// ```swift
    /// let sorting = try Sorting<Card>(parsing: "-due,title", allowing: [\.due, \.title])
    /// ```
    /// - Parameters:
    ///   - text: The text form, as ``init(parsing:)`` reads it.
    ///   - fields: The attributes that may be used. An embedded struct includes all of its
    ///     properties.
    ///   - limits: The limits on the number of sorts, `testsMax`, and on the size of the text.
    /// - Throws: ``StoreError`` with `invalidValue`. It reports the position and the reason of a
    ///   syntax error, or the part that is not allowed.
    public init(
        parsing text: String, allowing fields: [PartialKeyPath<Root.Fields>],
        limits: FilterLimits = FilterLimits()
    ) throws(StoreError) {
        let schema = try EntityModel(Root.self).schema
        let terms = try Root.allowance(fields, limits)
            .parseSorts(text, schema: schema, entities: Root.entities)
        self.init(terms.map { SortContent($0) })
    }
}

extension SortContent {
    /// Makes a sort from its parsed text form.
    init(_ term: SortTerm) {
        let field = FieldPath(name: term.attribute, through: term.hops)
        self.init(field: field, isAscending: term.isAscending, problem: nil, order: nil)
    }
}
