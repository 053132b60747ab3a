internal import NacreEngine

extension FetchRequest {
    /// Returns the query for the engine.
    /// - Parameters:
    ///   - entity: The name of the entity. Callers pass it if they have it, since computing it is
    ///     slow.
    ///   - registry: The entities of the store.
    /// - Throws: `invalidValue` if a value in the filter cannot be stored, if a field in a sort
    ///   cannot be used, or if the cursor belongs to another order.
    func query(
        of entity: String = Owner.entityName, in registry: EntityRegistry
    ) throws(StoreError) -> Query {
        // No key paths of generic types here and below: each call would instantiate them again,
        // which takes as long as reading several objects.
        for sort in sorts {
            if let problem = sort.problem { throw StoreError(.invalidValue, problem) }
        }
        if let cursor, cursor.order != sorts.order {
            throw StoreError(
                .invalidValue,
                "The cursor belongs to another order, '\(cursor.order)'. Use it with the sorts of"
                    + " the request that its page came from.")
        }
        return Query(
            entity: entity, filter: try scopedFilter(registry.stageContext),
            sorts: sorts.map { $0.sorting },
            limit: limit, offset: offset, after: cursor?.place)
    }

    private func scopedFilter(_ context: StageContext) throws(StoreError) -> FilterExpression {
        let own = try filter.scoped.checked(in: context)
        return ignoresDefaultFilter ? own : try Owner.inScope(own, context)
    }
}

extension Entity {
    /// Returns a filter that also requires the ``defaultFilter``.
    /// - Parameter context: The values that stages take from the store.
    /// - Throws: `invalidValue` if a value in the default filter cannot be stored.
    static func inScope(
        _ filter: FilterExpression, _ context: StageContext
    ) throws(StoreError) -> FilterExpression {
        let scope = try defaultFilter.scoped.checked(in: context)
        if case .all = scope { return filter }
        if case .all = filter { return scope }
        return scope && filter
    }
}
