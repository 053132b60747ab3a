internal import NacreFormat

/// A search for the first few of very many objects with one index key: for example, the first
/// twenty of a million cities sorted by country and then by name. Otherwise all of them would be
/// read and sorted by the rest of the order. A separate query for that one value finds them with
/// its own plan: along the index on the name, or by ids.
///
/// That plan can be far off, because the position of a key's objects in another order is unknown:
/// those of the last day may come after all others. A walk that visits half as many entries as the
/// key has is therefore given up, and the objects of the key are read after all.
struct LargeGroups {
    private let execution: QueryExecution
    private let index: IndexDefinition
    private let exactness: OrderKey.Exactness

    /// A separate query does not pay with fewer objects than this, or if 1/`shareMax` of them or
    /// more are wanted.
    private static var sizeMin: Int { 1024 }
    private static var shareMax: Int { 4 }

    /// Returns nil if the index's groups must not be queried separately.
    init?(_ execution: QueryExecution, _ index: IndexDefinition) {
        guard index.isOfOneValue, !index.isUnique, execution.query.limit != nil else { return nil }
        self.execution = execution
        self.index = index
        exactness = OrderKey.Exactness(index.attribute.type)
    }

    /// Returns whether a separate query should find the objects of a key.
    /// - Parameter window: The window over these objects and those after them.
    func has(_ key: UInt64, in tree: Tree, _ window: RowWindow) -> Bool {
        guard let wanted = window.wanted, exactness.isExact(key),
            // NaN equals nothing.
            key != .max || !index.attribute.type.hasNaN
        else { return false }
        let count = tree.count(of: KeyRange(lower: key, upper: key))
        return count >= Self.sizeMin && wanted < count / Self.shareMax
    }

    /// Returns the first objects of a key in the order of the whole query, as many as are wanted if
    /// there are enough.
    /// - Returns: Nil if it is better to read all of them.
    func first(
        of key: UInt64, in tree: Tree, _ window: RowWindow
    ) throws -> [FoundRecord]? {
        guard let entry = tree.first(atOrAfter: TreeEntry(key: key, row: 0)), entry.key == key
        else { return [] }
        let group = try execution(of: entry.row, window)
        var first: [FoundRecord] = []
        guard case .walk = group.plan.order else {
            try group.run { found in
                first.append(found)
                return true
            }
            return first
        }
        let visitsMax = tree.count(of: KeyRange(lower: key, upper: key)) / 2
        let isDone = try group.walk(RowWindow(group.query), visitsMax: visitsMax) { found in
            first.append(found)
            return true
        }
        return isDone ? first : nil
    }

    /// Returns the query for the objects that have the same value as a row.
    func execution(of row: UInt32, _ window: RowWindow) throws -> QueryExecution {
        let (source, definition) = (execution.source, execution.definition)
        let found = try source.record(of: row, in: definition)
        let value = try source.value(of: index.ordinal, in: definition.schema, of: found)
        let isOfGroup = FilterExpression.comparison(index.attribute.name, .equal, value)
        var query = execution.query
        query.filter = .all(execution.filter.conjuncts + [isOfGroup])
        query.sorts = Array(query.sorts.dropFirst())
        (query.offset, query.limit, query.after) = (0, window.wanted, nil)
        return try QueryExecution(query, partOf: execution)
    }
}
