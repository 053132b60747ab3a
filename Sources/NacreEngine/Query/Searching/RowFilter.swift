internal import NacreFormat

/// A test of single objects, by their rows.
final class RowFilter {
    private let source: StoreView
    private let definition: EntityDefinition
    private var matcher: RecordMatcher

    /// - Returns: nil if the filter matches all objects.
    init?(
        _ filter: FilterExpression, _ definition: EntityDefinition, in source: StoreView
    ) throws {
        if filter.isAll { return nil }
        self.source = source
        self.definition = definition
        let bound = try BoundFilter(
            filter, schema: definition.schema, entities: source.catalog.finder)
        var resolver = ReferenceResolver(in: source, QueryCosts())
        let resolved = try resolver.resolve(bound.filter, definition.schema)
        matcher = RecordMatcher(
            BoundFilter(bound: resolved, schema: definition.schema), in: source)
    }

    func includes(_ row: UInt32) throws -> Bool {
        try matcher.matches(try source.record(of: row, in: definition))
    }
}
