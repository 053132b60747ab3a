internal import NacreFormat

/// Asks records whether they come behind the cursor of a query, one after another. Nearly always a
/// number or two of the record say it.
struct CursorTest<Source: RecordSource> {
    private let keys: SortKeys
    private let after: SortKey
    private let source: Source
    private var readers: LayoutCache<SortKeyReader>
    private let external: (ExternalReference) throws -> ByteView

    /// - Returns: nil if the query has no cursor.
    init?(_ execution: QueryExecution<Source>) {
        guard let after = execution.query.after else { return nil }
        let (keys, source) = (execution.keys, execution.source)
        self.keys = keys
        self.after = after
        self.source = source
        readers = LayoutCache { try SortKeyReader(keys, layout: $0) }
        external = { try source.external($0) }
    }

    mutating func holds(for found: FoundRecord) throws -> Bool {
        let reader = try readers[found.layout]
        let prefix = try reader.prefix.prefix(of: found, in: source)
        if let isBehind = reader.prefix.prefix(of: after).precedes(prefix) { return isBehind }
        let key = try reader.key(
            of: found.record, origin: found.position.offset, external: external)
        return keys.precedes(after, key)
    }
}
