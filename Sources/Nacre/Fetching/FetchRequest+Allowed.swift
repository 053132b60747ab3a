public import NacreEngine

extension FetchRequest {
    /// Checks a request from a client: its filter and its sorts may use only the attributes in a
    /// list. A full-text search may be used if the list has all attributes that it covers. Does not
    /// check the limit and the offset.
    ///
    /// ```swift
    /// let request = try JSONDecoder().decode(FetchRequest<City>.self, from: body)
    ///     .checked(allowing: [\.name, \.population])
    /// ```
    /// - Parameters:
    ///   - fields: The attributes that may be used. An embedded struct includes all of its
    ///     properties.
    ///   - limits: The limits on the cost of the filter.
    /// - Returns: The request, unchanged.
    /// - Throws: ``StoreError`` with `invalidValue`, which names the part that is not allowed.
    public func checked(
        allowing fields: [PartialKeyPath<Owner.Fields>], limits: FilterLimits = FilterLimits()
    ) throws(StoreError) -> FetchRequest {
        let allowance = Owner.allowance(fields, limits)
        try allowance.check(
            filter.scoped.checked(), entities: Owner.entities
        ) { () throws(StoreError) in try EntityModel(Owner.self).schema }
        try allowance.check(sorts.map { $0.sorting })
        return self
    }
}
