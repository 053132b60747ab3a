internal import NacreFormat

/// A test whether records come after a query's cursor, one at a time. A number or two of the record
/// are almost always enough.
struct CursorMatcher {
    private let after: SortKey
    private let prefix: SortPrefix
    private var keys: SortKeySource

    /// Returns nil if the query has no cursor.
    init?(_ execution: QueryExecution) throws(StoreError) {
        guard let after = execution.query.after else { return nil }
        self.after = after
        prefix = execution.keys.prefix(of: after)
        keys = try SortKeySource(execution.keys, in: execution.source)
    }

    mutating func holds(for found: FoundRecord) throws -> Bool {
        if let other = try keys.prefix(of: found), let isBehind = prefix.precedes(other) {
            return isBehind
        }
        return keys.keys.precedes(after, try keys.key(of: found))
    }
}
