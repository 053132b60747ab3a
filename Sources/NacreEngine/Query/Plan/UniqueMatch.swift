internal import NacreFormat

/// The answer to a query whose whole condition is that the id, or another unique attribute, equals
/// a value. One search finds it, which takes less than making a plan. The plan would lead to the
/// same object: one key of one index.
struct UniqueMatch {
    private let source: StoreView
    private let finder: UniqueFinder
    private let value: Value
    /// Whether the query's limit and offset leave the object.
    private let isWanted: Bool

    /// - Returns: Nil if the query has other parts, and needs a plan. Then it is not checked.
    init?(_ query: Query, in source: StoreView) throws {
        guard case .comparison(let name, .equal, _) = query.filter, query.sorts.isEmpty,
            query.after == nil, query.offset >= 0, query.limit.map({ $0 >= 0 }) ?? true
        else { return nil }
        let definition = try source.definition(query.entity)
        guard let finder = definition.exactFinder(of: name),
            // Within a change, several objects may have one value for a while.
            finder.slot < 0 || !source.mayShareUniqueValues
        else { return nil }
        let bound = try BoundFilter(
            query.filter, schema: definition.schema, entities: source.catalog.finder)
        guard case .comparison(_, .equal, let value) = bound.filter, !value.isNull,
            IDKey.takes(value, as: finder.type)
        else { return nil }
        self.source = source
        self.finder = finder
        self.value = value
        isWanted = query.offset == 0 && query.limit != 0
    }

    /// Returns the object; nil if none has the value, or if the query wants none.
    func found() throws -> FoundRecord? {
        isWanted ? try source.find(value, by: finder) : nil
    }

    /// Returns the number of objects that ``found()`` would return. Reads no object.
    func count() throws -> Int {
        guard isWanted else { return 0 }
        let key = UniqueKey(source.idKey(value), slot: finder.slot, of: finder.entity)
        return source.hasKey(key) ? 1 : 0
    }
}
