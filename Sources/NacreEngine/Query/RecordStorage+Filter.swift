package import NacreFormat

/// Filters single records, wherever they are in the log.
extension RecordStorage {
    /// Returns whether a record matches a filter.
    /// - Parameter filter: A filter without conditions on other objects,
    ///   ``Query/reachesOtherObjects``.
    package func holds(
        _ filter: FilterExpression, for found: FoundRecord, of schema: StoredSchema
    ) throws -> Bool {
        let matcher = try Matcher(BoundFilter(filter, schema: schema), layout: found.layout)
        do {
            return try matcher.matches(found.record, origin: found.position.offset) {
                try external($0)
            }
        } catch let error as FormatError {
            throw damaged(found.position, error.description)
        }
    }
}
