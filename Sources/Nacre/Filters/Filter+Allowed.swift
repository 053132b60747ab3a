public import NacreEngine

extension Filter where Root: Entity {
    /// Reads a filter that comes from outside of the program, as in the query string of a server.
    /// It can use the attributes in a list. All others, and their names, stay hidden.
    ///
    /// ```swift
    /// let filter = try Filter<City>(
    ///     parsing: query, allowing: [\.name, \.population, \.mayor.name])
    /// ```
    /// References are followed only on the way to an attribute that is allowed. Filters of other
    /// objects in braces are refused, and so are patterns unless the limits allow them.
    /// - Parameters:
    ///   - text: as ``init(parsing:)`` reads it.
    ///   - fields: the attributes that may be used. An embedded struct includes all of its
    ///     properties.
    ///   - limits: what the filter may cost.
    /// - Throws: ``StoreError`` with `invalidValue` that says where the text is wrong and why, or
    ///   what is not allowed.
    public init(
        parsing text: String, allowing fields: [PartialKeyPath<Root.Fields>],
        limits: FilterLimits = FilterLimits()
    ) throws(StoreError) {
        let schema = try EntityModel(Root.self).schema
        let allowance = Root.allowance(fields, limits)
        self.init(try allowance.parse(text, schema: schema, entities: Root.entities))
    }
}

extension FetchRequest {
    /// Checks a request that a client sent: its filter and its sorts may use only the attributes in
    /// a list. Does not check the limit and the offset.
    ///
    /// ```swift
    /// let request = try JSONDecoder().decode(FetchRequest<City>.self, from: body)
    ///     .checked(allowing: [\.name, \.population])
    /// ```
    /// - Parameters:
    ///   - fields: the attributes that may be used. An embedded struct includes all of its
    ///     properties.
    ///   - limits: what the filter may cost.
    /// - Returns: the same request.
    /// - Throws: ``StoreError`` with `invalidValue` that says what is not allowed.
    public func checked(
        allowing fields: [PartialKeyPath<Owner.Fields>], limits: FilterLimits = FilterLimits()
    ) throws(StoreError) -> FetchRequest {
        let allowance = Owner.allowance(fields, limits)
        try allowance.check(filter.scoped.checked())
        try allowance.check(sorts.map { $0.sorting })
        return self
    }
}

extension Entity {
    fileprivate static func allowance(
        _ fields: [PartialKeyPath<Fields>], _ limits: FilterLimits
    ) -> FilterAllowance {
        let root = Fields(FieldPath())
        let paths = fields.compactMap { field in
            (root[keyPath: field] as? any FieldProtocol)?.fieldPath.attributePath
        }
        return FilterAllowance(paths, limits)
    }
}
