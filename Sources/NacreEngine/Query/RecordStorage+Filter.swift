package import NacreFormat

/// Filters of single records, wherever they stand in the log.
extension RecordStorage {
    /// Whether a filter holds for a record.
    /// - Parameter filter: one that asks no other object, ``Query/reachesOtherObjects``.
    package func holds(
        _ filter: Filter, for found: FoundRecord, of schema: EntitySchema
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
