internal import NacreFormat

/// Objects of one key of an index, of which there are very many while few are wanted: a million
/// cities by country and then by name, the first twenty. They would all be read, to be sorted by
/// what the key does not say. A query for that one value finds them as its own plan says: along the
/// index on the name, or by ids.
///
/// That plan can be wrong by far: nobody knows where in another order the objects of a key stand,
/// those of the last day behind all others perhaps. So a walk is given up that visits half as many
/// entries as the key has, and then the objects of the key are read after all.
struct LargeGroups {
    private let execution: QueryExecution
    private let index: IndexDefinition
    private let exactness: OrderKey.Exactness

    /// With fewer objects a query of its own does not pay, nor where so large a part of them is
    /// wanted.
    private static var sizeMin: Int { 1024 }
    private static var shareMax: Int { 4 }

    /// - Returns: nil if the groups of the index are not to be asked for by themselves.
    init?(_ execution: QueryExecution, _ index: IndexDefinition) {
        guard index.isOfOneValue, !index.isUnique, execution.query.limit != nil else { return nil }
        self.execution = execution
        self.index = index
        exactness = OrderKey.Exactness(index.attribute.type)
    }

    /// Whether the objects of a key are to be asked for by themselves.
    /// - Parameter window: what is wanted of them and of those behind them.
    func has(_ key: UInt64, in tree: Tree, _ window: RowWindow) -> Bool {
        guard let wanted = window.wanted, exactness.isExact(key),
            // NaN equals nothing.
            key != .max || !index.attribute.type.hasNaN
        else { return false }
        let count = tree.count(of: KeyRange(lower: key, upper: key))
        return count >= Self.sizeMin && wanted < count / Self.shareMax
    }

    /// The first objects of a key in the order of the whole query, as many as are wanted if there
    /// are so many.
    /// - Returns: nil if it is better to read all of them.
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

    /// The query for the objects that have the same value as that of a row.
    func execution(of row: UInt32, _ window: RowWindow) throws -> QueryExecution {
        let (source, definition) = (execution.source, execution.definition)
        let found = try source.record(of: row, in: definition)
        let value = try source.value(of: index.ordinal, in: definition.schema, of: found)
        let isOfGroup = Filter.comparison(index.attribute.name, .equal, value)
        var query = execution.query
        query.filter = .all(execution.filter.conjuncts + [isOfGroup])
        query.sorts = Array(query.sorts.dropFirst())
        (query.offset, query.limit, query.after) = (0, window.wanted, nil)
        return try QueryExecution(query, partOf: execution)
    }
}
