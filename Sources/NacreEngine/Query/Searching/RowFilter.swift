internal import NacreFormat

/// A test of single objects, by their rows.
final class RowFilter {
    private let reader: SearchReader
    private var matcher: RecordMatcher

    /// - Returns: nil if the filter matches all objects.
    init?(_ filter: FilterExpression, _ reader: SearchReader) throws {
        if filter.isAll { return nil }
        self.reader = reader
        let (source, definition) = (reader.source, reader.definition)
        let bound = try BoundFilter(
            filter, schema: definition.schema, entities: source.catalog.finder)
        var resolver = ReferenceResolver(in: source, QueryCosts())
        let resolved = try resolver.resolve(bound.filter, definition.schema)
        matcher = RecordMatcher(
            BoundFilter(bound: resolved, schema: definition.schema), in: source)
    }

    func includes(_ row: UInt32) throws -> Bool {
        try matcher.matches(try reader.record(of: row))
    }
}
