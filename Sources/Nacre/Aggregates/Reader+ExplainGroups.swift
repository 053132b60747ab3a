public import NacreEngine

extension Reader where Self: ~Escapable {
    /// How groups would be made now: by which indexes their objects are found, and whether columns
    /// know all that is asked for. The arguments are those of the grouping itself; `having` is not
    /// called, since it is asked of groups that are there. Reads no object, except those that
    /// references in the filter lead to, but goes through the columns.
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
