internal import NacreFormat

extension RecordSource {
    /// Passes on the records of a query, and returns the cursor for the next page.
    /// - Returns: The place of the last record; nil if no more records follow.
    package func page(
        _ query: Query, _ body: (FoundRecord) throws -> Void
    ) throws -> SortKey? {
        guard let limit = query.limit, limit < .max else {
            try forEachRecord(query) { found in
                try body(found)
                return true
            }
            return nil
        }
        guard limit > 0 else {
            throw StoreError(.invalidValue, "The limit of a page must be 1 or more.")
        }
        // One extra record shows whether more follow.
        var wanted = query
        wanted.limit = limit + 1
        var count = 0
        var last: FoundRecord?
        var hasMore = false
        try forEachRecord(wanted) { found in
            hasMore = count == limit
            guard !hasMore else { return false }
            try body(found)
            last = found
            count += 1
            return true
        }
        guard hasMore, let last else { return nil }
        return try place(of: last, in: query)
    }

    /// Returns the place of a record in the order of a query.
    package func place(of found: FoundRecord, in query: Query) throws -> SortKey {
        let schema = try definition(query.entity).schema
        let keys = try SortKeys(query.sorts, schema: schema, entities: catalog.finder)
        var source = try SortKeySource(keys, in: view)
        return try source.key(of: found)
    }
}
