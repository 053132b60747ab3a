public import NacreEngine

extension Filter where Root: Entity {
    /// Parses a filter from outside the program, such as a server's query string. The filter may
    /// use only the attributes in a list. All others, and their names, stay hidden.
    ///
    /// ```swift
    /// let filter = try Filter<City>(
    ///     parsing: query, allowing: [\.name, \.population, \.mayor.name])
    /// ```
    /// The filter may follow references only on the way to an allowed attribute. Nested filters of
    /// other objects in braces are refused. Patterns are refused unless the limits allow them. A
    /// full-text search may be used if the list has all attributes that it covers.
    /// - Parameters:
    ///   - text: The text form, as ``init(parsing:)`` reads it.
    ///   - fields: The attributes that may be used. An embedded struct includes all of its
    ///     properties.
    ///   - limits: The limits on the cost of the filter.
    /// - Throws: ``StoreError`` with `invalidValue`. It reports the position and the reason of a
    ///   syntax error, or the part that is not allowed.
    public init(
        parsing text: String, allowing fields: [PartialKeyPath<Root.Fields>],
        limits: FilterLimits = FilterLimits()
    ) throws(StoreError) {
        let schema = try EntityModel(Root.self).schema
        let allowance = Root.allowance(fields, limits)
        self.init(try allowance.parse(text, schema: schema, entities: Root.entities))
    }
}

extension Entity {
    static func allowance(
        _ fields: [PartialKeyPath<Fields>], _ limits: FilterLimits
    ) -> FilterAllowance {
        let root = Fields(FieldPath())
        let paths = fields.compactMap { field in
            (root[keyPath: field] as? any FieldProtocol)?.fieldPath.attributePath
        }
        return FilterAllowance(paths, limits)
    }
}
