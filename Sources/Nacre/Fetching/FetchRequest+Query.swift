internal import NacreEngine

extension FetchRequest {
    /// What the engine runs.
    /// - Parameter entity: the name of the entity, where it is at hand: making it takes a while.
    /// - Throws: `invalidValue` if a value in the filter cannot be stored.
    func query(of entity: String = Owner.entityName) throws(StoreError) -> Query {
        // No key paths of generic types here and below: each would be made anew at each call, which
        // takes as long as some objects do.
        for sort in sorts {
            if let problem = sort.problem { throw StoreError(.invalidValue, problem) }
        }
        if let cursor, cursor.order != sorts.order {
            throw StoreError(
                .invalidValue,
                "The cursor is one of another order, '\(cursor.order)'. Use it with the sorts of"
                    + " the request that its page came from.")
        }
        return Query(
            entity: entity, filter: try scopedFilter(), sorts: sorts.map { $0.sorting },
            limit: limit, offset: offset, after: cursor?.place)
    }

    private func scopedFilter() throws(StoreError) -> NacreEngine.Filter {
        let own = try filter.scoped.checked()
        return ignoresDefaultFilter ? own : try Owner.inScope(own)
    }
}

extension Entity {
    /// A filter that holds for objects of ``defaultFilter`` only.
    /// - Throws: `invalidValue` if a value in that cannot be stored.
    static func inScope(
        _ filter: NacreEngine.Filter
    ) throws(StoreError) -> NacreEngine.Filter {
        let scope = try defaultFilter.scoped.checked()
        if case .all = scope { return filter }
        if case .all = filter { return scope }
        return scope && filter
    }
}
