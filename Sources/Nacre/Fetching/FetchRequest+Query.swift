internal import NacreEngine

extension FetchRequest {
    /// What the engine runs.
    /// - Throws: `invalidValue` if a value in the filter cannot be stored.
    func query() throws(StoreError) -> Query {
        if let problem = sorts.lazy.compactMap(\.problem).first {
            throw StoreError(.invalidValue, problem)
        }
        if let cursor, cursor.order != Cursor.order(of: sorts) {
            throw StoreError(
                .invalidValue,
                "The cursor is one of another order, '\(cursor.order)'. Use it with the sorts of"
                    + " the request that its page came from.")
        }
        return Query(
            entity: Owner.entityName, filter: try filter.checked(), sorts: sorts.map(\.sorting),
            limit: limit, offset: offset, after: cursor?.place)
    }
}
