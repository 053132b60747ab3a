public import NacreEngine

extension Reader where Self: ~Escapable {
    /// How a value of many objects would be made now, as by `count` or `sum`: of a count, by which
    /// indexes; of the least or greatest value, whether an index has it first in its order; of the
    /// others, which index has all of their numbers, or how the objects are found. Reads no object,
    /// except those that references in the filter lead to.
    ///
    /// ```swift
    /// print(try store.explain(.count, City.where { $0.population > 1_000_000 }))
    /// print(try store.explain(.max(\.population), City.all))
    /// ```
    /// - Parameters:
    ///   - aggregate: the value.
    ///   - request: which objects count; its limit and offset hold too.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, and what reading
    ///   throws.
    public func explain<Owner: Entity, Result>(
        _ aggregate: Aggregate<Owner, Result>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> QueryExplanation {
        try source.explain(aggregate, request)
    }

    /// How groups would be made now: by which indexes their objects are found, and whether columns
    /// or indexes know all that is asked for. The arguments are those of the grouping itself;
    /// `having` is not called, since it is asked of groups that are there. Reads no object, except
    /// those that references in the filter lead to, but goes through the columns or an index.
    ///
    /// ```swift
    /// let request = City.where { $0.population > 1_000_000 }
    /// print(try store.explainGroups(request, by: \.country, \.status, with: .count))
    /// ```
    /// - Parameters:
    ///   - request: which objects count.
    ///   - fields: the attributes whose values make the groups.
    ///   - aggregates: what is wanted of each group.
    ///   - having: which groups are wanted.
    /// - Returns: the explanation, whose text is for people.
    /// - Throws: `invalidValue` if the filter holds a value that cannot be stored, or if there are
    ///   more than 64 attributes, and what reading throws.
    public func explainGroups<Owner: Entity, each Key: SingleField, each Member>(
        _ request: FetchRequest<Owner>,
        by fields: repeat KeyPath<Owner.Fields, each Key>,
        with aggregates: repeat Aggregate<Owner, each Member>,
        having: ((GroupSummary<(repeat (each Key).Value), (repeat each Member)>) -> Bool)? = nil
    ) throws(StoreError) -> GroupExplanation {
        let keys = GroupKeys(repeat each fields, of: Owner.self)
        let plan = GroupPlan(request, keys.paths, (repeat each aggregates))
        return try source.explain(plan, keys.problems, isTested: having != nil)
    }
}
