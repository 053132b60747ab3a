internal import NacreEngine

extension FetchRequest {
    /// What the engine runs.
    /// - Throws: `invalidValue` if a value in the filter cannot be stored.
    func query() throws(StoreError) -> Query {
        if let problem = sorts.lazy.compactMap(\.problem).first {
            throw StoreError(.invalidValue, problem)
        }
        return Query(
            entity: Owner.entityName, filter: try filter.checked(), sorts: sorts.map(\.sorting),
            limit: limit, offset: offset)
    }
}
