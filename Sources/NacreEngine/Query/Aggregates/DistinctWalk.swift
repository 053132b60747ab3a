internal import NacreFormat

/// A walk that finds the distinct values of an attribute in an index of it. It reads one record for
/// each value, and skips long runs of one key.
struct DistinctWalk {
    private let execution: QueryExecution
    private let tree: Tree
    private let ranges: [KeyRange]
    private let attribute: AttributeSchema
    private let ordinal: Int
    /// The maximum number of values. With more, reading all records in their order is faster.
    private let valuesMax: Int

    /// Returns nil if there is no such index, or if the query needs more than the index knows.
    init?(of attribute: AttributeSchema, _ execution: QueryExecution) {
        let query = execution.query
        guard query.limit == nil, query.offset == 0, query.after == nil else { return nil }
        guard let index = execution.source.index(inOrderOf: attribute, execution.definition)
        else { return nil }
        if query.filter.isAll {
            ranges = [KeyRange(lower: 0, upper: .max)]
        } else {
            guard case .ranges(let found, let ranges) = execution.plan.access,
                found.slot == index.slot, execution.plan.residual.isAll
            else { return nil }
            self.ranges = ranges
        }
        self.execution = execution
        self.attribute = attribute
        ordinal = index.ordinal
        tree = execution.source.tree(of: index, execution.definition)
        valuesMax = execution.plan.objectCount / 64 + 16
    }

    /// Returns the values in ascending order.
    /// - Returns: Nil if there are too many values, or some whose keys do not tell them apart.
    func values() throws -> [Value]? {
        var values: [Value] = []
        let (source, definition) = (execution.source, execution.definition)
        var pace = ReadPace(source.limit)
        for range in ranges {
            var next: UInt64? = range.lower
            while let key = next {
                try pace.step()
                guard let entry = tree.first(atOrAfter: TreeEntry(key: key, row: 0)),
                    entry.key <= range.upper
                else { break }
                guard OrderKey.isExact(entry.key, of: attribute.type), values.count < valuesMax
                else { return nil }
                let found = try source.record(of: entry.row, in: definition)
                values.append(try source.value(of: ordinal, in: definition.schema, of: found))
                next = entry.key < range.upper ? entry.key + 1 : nil
            }
        }
        return values
    }
}
