public import NacreEngine

extension Reader where Self: ~Escapable {
    /// Groups the objects of a request by the values of up to 64 attributes, the most significant
    /// first, and computes aggregates for each group.
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
    ///   - request: The objects to group.
    ///   - fields: The attributes to group by, at most 64.
    ///   - aggregates: The values to compute for each group.
    ///   - limit: The maximum number of groups, the first in their order; nil for all.
    ///   - having: A test for the groups to keep, given the keys and the values.
    /// - Returns: The groups in the order of the aggregates that have one, and then in ascending
    ///   order of their keys. nil counts as a value.
    /// - Throws: `invalidValue` if a sum overflows, if the filter holds a value that cannot be
    ///   stored, or if there are more than 64 attributes, and any error from reading.
    @_disfavoredOverload
    public func group<Owner: Entity, each Key: GroupField, each Member>(
        _ request: FetchRequest<Owner>,
        by fields: repeat KeyPath<Owner.Fields, each Key>,
        with aggregates: repeat Aggregate<Owner, each Member>,
        limit: Int? = nil,
        having: ((GroupSummary<(repeat (each Key).Value), (repeat each Member)>) -> Bool)? = nil
    ) throws(StoreError) -> [(key: (repeat (each Key).Value), values: (repeat each Member))] {
        let keys = GroupKeys(repeat each fields, of: Owner.self)
        let plan = GroupPlan(
            request, keys.terms, (repeat each aggregates), limit: limit, isTested: having != nil)
        var groups: [(key: (repeat (each Key).Value), values: (repeat each Member))] = []
        let source = try source
        for group in try source.groups(plan, keys.problems) {
            if plan.isFull(groups.count) { break }
            try source.check(after: groups.count)
            let key = try keys.key(of: group)
            let values = try plan.values(of: group)
            guard having?(GroupSummary(key: key, values: values)) ?? true else { continue }
            groups.append((key: key, values: values))
        }
        return groups
    }
}
