public import NacreEngine

extension Reader where Self: ~Escapable {
    /// Explains how an aggregate, such as a count or a sum, would be computed now. For a count, the
    /// explanation names the indexes used. For the least or greatest value, it says whether an
    /// index has the value first in its order. For other aggregates, it names the index that has
    /// all of their numbers, or says how the objects are found. Reads no objects, except those that
    /// references in the filter lead to.
    ///
    /// ```swift
    /// print(try store.explain(.count, City.where { $0.population > 1_000_000 }))
    /// print(try store.explain(.max(\.population), City.all))
    /// ```
    /// - Parameters:
    ///   - aggregate: The aggregate.
    ///   - request: The objects to aggregate. Its limit and offset apply.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and any error
    ///   from reading.
    public func explain<Owner: Entity, Result>(
        _ aggregate: Aggregate<Owner, Result>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> QueryExplanation {
        try source.explain(aggregate, request)
    }

    /// Explains how groups would be computed now: which indexes find their objects, and whether
    /// columns or indexes hold all the values needed. The arguments are those of the grouping
    /// itself. `having` is not called, since it applies to finished groups. Reads no objects,
    /// except those that references in the filter lead to, but goes through the columns or an
    /// index.
    ///
    /// ```swift
    /// let request = City.where { $0.population > 1_000_000 }
    /// print(try store.explainGroups(request, by: \.country, \.status, with: .count))
    /// ```
    /// - Parameters:
    ///   - request: The objects to group.
    ///   - fields: The attributes to group by.
    ///   - aggregates: The values to compute for each group.
    ///   - limit: The maximum number of groups; nil for all.
    ///   - having: A test for the groups to keep.
    /// - Returns: The explanation, whose text is meant for people.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored or if there are
    ///   more than 64 attributes, and any error from reading.
    public func explainGroups<Owner: Entity, each Key: GroupField, each Member>(
        _ request: FetchRequest<Owner>,
        by fields: repeat KeyPath<Owner.Fields, each Key>,
        with aggregates: repeat Aggregate<Owner, each Member>,
        limit: Int? = nil,
        having: ((GroupSummary<(repeat (each Key).Value), (repeat each Member)>) -> Bool)? = nil
    ) throws(StoreError) -> GroupExplanation {
        let keys = GroupKeys(repeat each fields, of: Owner.self)
        let plan = GroupPlan(
            request, keys.terms, (repeat each aggregates), limit: limit, isTested: having != nil)
        return try source.explain(plan, keys.problems, isTested: having != nil)
    }
}
