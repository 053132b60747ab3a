public import NacreEngine

extension Reader where Self: ~Escapable {
    /// The objects of a request by the values of any number of attributes up to 64, the most
    /// important first, with aggregates of each group.
    ///
    /// ```swift
    /// let towns = try store.group(
    ///     City.all, by: \.country, \.status, \.isCapital, with: .count, .sum(\.population))
    /// for ((country, status, isCapital), (count, people)) in towns { ... }
    /// let several = try store.group(
    ///     City.all, by: \.country, \.status, \.isCapital, with: .count
    /// ) { $0.key.0 != "NO" && $0.values > 1 }
    /// ```
    /// - Parameters:
    ///   - request: which objects count.
    ///   - fields: the attributes whose values make the groups.
    ///   - aggregates: what is wanted of each group.
    ///   - having: which groups are wanted, by their keys and their values.
    /// - Returns: the groups in the ascending order of their keys. nil is a value here.
    /// - Throws: `invalidValue` if there is no room for a sum, if the filter holds a value that
    ///   cannot be stored, or if there are more attributes, and what reading throws.
    @_disfavoredOverload
    public func group<Owner: Entity, each Key: SingleField, each Member>(
        _ request: FetchRequest<Owner>,
        by fields: repeat KeyPath<Owner.Fields, each Key>,
        with aggregates: repeat Aggregate<Owner, each Member>,
        having: ((GroupSummary<(repeat (each Key).Value), (repeat each Member)>) -> Bool)? = nil
    ) throws(StoreError) -> [(key: (repeat (each Key).Value), values: (repeat each Member))] {
        let keys = GroupKeys(repeat each fields, of: Owner.self)
        let plan = GroupPlan(request, keys.paths, (repeat each aggregates))
        var groups: [(key: (repeat (each Key).Value), values: (repeat each Member))] = []
        for group in try source.groups(plan, keys.problems) {
            let key = try keys.key(of: group)
            let values = try plan.values(of: group)
            guard having?(GroupSummary(key: key, values: values)) ?? true else { continue }
            groups.append((key: key, values: values))
        }
        return groups
    }
}
