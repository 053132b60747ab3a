internal import NacreFormat

/// A test of the records of a block for the conditions that a plan leaves open: the filter, and
/// whether they come after the query's cursor.
struct BlockMatcher {
    private var filter: RecordMatcher
    private var cursor: CursorMatcher?

    init(_ execution: QueryExecution) throws(StoreError) {
        filter = RecordMatcher(execution.residual, in: execution.source)
        cursor = try CursorMatcher(execution)
    }

    /// Returns the records that match, a bit for each.
    mutating func matches(_ reader: borrowing BlockReader) throws -> UInt64 {
        var matching = try filter.matches(reader)
        guard matching != 0, cursor != nil else { return matching }
        try matching.forEachBit { index in
            let isBehind = try cursor?.holds(for: reader.found(index)) ?? true
            if !isBehind { matching &= ~(1 << UInt64(index)) }
        }
        return matching
    }
}
