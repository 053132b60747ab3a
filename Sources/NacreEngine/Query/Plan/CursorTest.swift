internal import NacreFormat

/// Asks records whether they come behind the cursor of a query, one after another. Nearly always a
/// number of the record says it.
struct CursorTest<Source: RecordSource> {
    private let after: SortKey
    private let prefix: SortPrefix
    private var sortKeys: SortKeySource<Source>

    /// - Returns: nil if the query has no cursor.
    init?(_ execution: QueryExecution<Source>) throws(StoreError) {
        guard let after = execution.query.after else { return nil }
        self.after = after
        prefix = SortPrefix(execution.keys, after)
        sortKeys = try SortKeySource(execution.keys, in: execution.source)
    }

    mutating func holds(for found: FoundRecord) throws -> Bool {
        if let isBehind = try sortKeys.prefix(of: found).flatMap({ prefix.isBefore($0) }) {
            return isBehind
        }
        return sortKeys.keys.precedes(after, try sortKeys.key(of: found))
    }
}
