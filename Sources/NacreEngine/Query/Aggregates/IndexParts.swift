internal import NacreFormat

/// Counts of objects by the period of a date or by the elements of a list, from an index of that
/// attribute: each group is one or a few ranges of its keys. One record is read for each group.
struct IndexParts {
    private let execution: QueryExecution
    private let grouping: BoundGrouping
    private let term: GroupTerm
    private let attribute: AttributeSchema
    private let index: IndexDefinition
    private let tree: Tree
    private let ranges: [KeyRange]
    /// The maximum number of groups. With more, reading all objects is faster.
    private let groupsMax: Int

    /// Returns nil if there is no such index, or if the query needs more than it knows.
    init?(_ grouping: BoundGrouping, _ execution: QueryExecution) {
        let (query, source) = (execution.query, execution.source)
        guard grouping.terms.count == 1, grouping.paths[0].isOwn, !grouping.isPlain,
            grouping.aggregates.allSatisfy({ $0.operation == .count }),
            query.limit == nil, query.offset == 0, query.after == nil,
            execution.plan.residual.isAll
        else { return nil }
        let attribute = grouping.paths[0].attribute
        let isOfElements = if case .elements = grouping.terms[0].part { true } else { false }
        let index = source.builtIndexes(of: execution.definition).first { index in
            index.attributes.count == 1 && index.attribute.id == attribute.id
                && (isOfElements ? index.kind == .elements : index.kind == .value)
                // Elements of JSON of different types can have one key.
                && attribute.type != .json
        }
        guard let index else { return nil }
        switch execution.plan.access {
        case .everything: ranges = [KeyRange(lower: 0, upper: .max)]
        // The range of an element says nothing of the other elements of its objects.
        case .ranges(let found, let ranges) where found.slot == index.slot && !isOfElements:
            self.ranges = ranges
        default: return nil
        }
        self.execution = execution
        self.grouping = grouping
        self.attribute = attribute
        self.index = index
        term = grouping.terms[0]
        tree = source.tree(of: index, execution.definition)
        groupsMax = execution.plan.objectCount / 16 + 16
    }

    /// The name of the index's attribute.
    var name: String { attribute.name }

    /// Returns the groups in the order of their keys.
    /// - Returns: Nil if there are too many groups, or keys that do not tell values apart.
    func groups() throws -> [Group]? {
        guard let counted = try counted() else { return nil }
        var cells: [AggregateCell] = []
        for (_, count) in counted {
            for _ in grouping.aggregates {
                var cell = AggregateCell()
                cell.addObjects(count)
                cells.append(cell)
            }
        }
        let limit = execution.source.limit
        return try grouping.groups(counted.map { [$0.key] }, cells, within: limit)
    }

    private func counted() throws -> [(key: Value, count: Int)]? {
        switch term.part {
        case .value: return nil
        case .period(let period): return try counted(by: period)
        case .elements(let type): return try countedByElements(type)
        }
    }

    private func counted(by period: Period) throws -> [(key: Value, count: Int)]? {
        var table = PeriodTable(period, of: term.path)
        var counts: [(key: Value, count: Int)] = []
        func add(_ key: Value, _ count: Int) {
            // A filter can divide a period into ranges.
            if let last = counts.last, last.key.isIdentical(to: key) {
                counts[counts.count - 1].count += count
            } else {
                counts.append((key, count))
            }
        }
        for range in ranges.sorted(by: { $0.lower < $1.lower }) {
            var next: UInt64? = range.lower
            while let lower = next, let entry = first(from: lower, to: range.upper) {
                try execution.source.limit?.check()
                guard counts.count < groupsMax else { return nil }
                let value = try value(of: entry)
                // In a damaged index, an entry can lead to another record.
                guard OrderKey.key(value) == entry.key else { return nil }
                guard case .date(let seconds) = value else {
                    add(.null, tree.count(of: KeyRange(lower: entry.key, upper: entry.key)))
                    next = entry.key < range.upper ? entry.key + 1 : nil
                    continue
                }
                let bounds = try table.bounds(of: seconds)
                let end = OrderKey.key(.date(bounds.upperBound))
                let upper = min(end - 1, range.upper)
                add(
                    .date(bounds.lowerBound),
                    tree.count(of: KeyRange(lower: entry.key, upper: upper)))
                next = upper < range.upper ? upper + 1 : nil
            }
        }
        return counts
    }

    private func countedByElements(_ type: StoredType) throws -> [(key: Value, count: Int)]? {
        let exactness = OrderKey.Exactness(type)
        guard exactness != .never else { return nil }
        var counts: [(key: Value, count: Int)] = []
        var next: UInt64? = OrderKey.least
        while let lower = next, let entry = first(from: lower, to: .max) {
            try execution.source.limit?.check()
            guard counts.count < groupsMax, exactness.isExact(entry.key) else { return nil }
            let elements = try value(of: entry).elements(of: type)
            guard let element = elements.first(where: { OrderKey.key($0) == entry.key }) else {
                return nil
            }
            let key = KeyRange(lower: entry.key, upper: entry.key)
            counts.append((element, tree.count(of: key)))
            next = entry.key < .max ? entry.key + 1 : nil
        }
        return counts
    }

    private func first(from lower: UInt64, to upper: UInt64) -> TreeEntry? {
        tree.first(atOrAfter: TreeEntry(key: lower, row: 0)).flatMap { entry in
            entry.key <= upper ? entry : nil
        }
    }

    private func value(of entry: TreeEntry) throws -> Value {
        let (source, definition) = (execution.source, execution.definition)
        let found = try source.record(of: entry.row, in: definition)
        let ordinal = definition.schema.ordinal(of: attribute.name) ?? definition.schema.idOrdinal
        return try source.value(of: ordinal, in: definition.schema, of: found)
    }
}
