internal import NacreFormat

/// Passes on the objects in the order of an index. Objects of one key stand by their rows there:
/// they are sorted before anyone sees them, by what the key does not say and by their ids.
struct IndexWalk<Source: RecordSource> {
    private let execution: QueryExecution<Source>
    private let tree: Tree
    private let ranges: [KeyRange]
    private let isAscending: Bool
    private var window: RowWindow
    private var cursor: RecordCursor<Source>
    private var test: RecordTest<Source>
    private var sortKeys: SortKeySource<Source>
    /// Of the query's cursor: objects of this key stand before it and behind it.
    private let keyOfCursor: UInt64?
    /// Of one key.
    private var group: [UInt32] = []

    init(
        _ execution: QueryExecution<Source>, _ index: IndexDefinition, _ ranges: [KeyRange],
        isAscending: Bool
    ) {
        self.execution = execution
        tree = execution.source.tree(of: index, execution.definition)
        self.ranges = ranges
        self.isAscending = isAscending
        window = RowWindow(execution.query)
        cursor = RecordCursor(of: execution.definition, in: execution.source)
        test = RecordTest(execution.residual, in: execution.source)
        sortKeys = SortKeySource(execution.keys, in: execution.source)
        keyOfCursor = execution.query.after.flatMap { index.key(of: $0, execution.source.idKey) }
    }

    mutating func run(_ body: (FoundRecord) throws -> Bool) throws {
        guard !window.isOver else { return }
        for range in isAscending ? ranges : ranges.reversed() {
            guard try run(range, body) else { return }
        }
    }

    /// - Returns: false once no more is wanted.
    private mutating func run(
        _ range: KeyRange, _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        guard let start = skippingStart(of: range) else { return true }
        var key: UInt64?
        var goesOn = true
        func visit(_ entry: TreeEntry) throws -> Bool {
            if let key, key != entry.key { goesOn = try endGroup(of: key, body) }
            guard goesOn, range.lower <= entry.key, entry.key <= range.upper else { return false }
            key = entry.key
            group.append(entry.row)
            return true
        }
        let tree = tree
        if isAscending {
            try tree.forEach(from: start) { try visit($0) }
        } else {
            try tree.forEachDescending(through: start) { try visit($0) }
        }
        guard goesOn, let key else { return goesOn }
        return try endGroup(of: key, body)
    }

    /// The entry to begin with: behind objects that the offset passes over, if none of them has to
    /// be looked at.
    /// - Returns: nil if that is the whole range.
    private mutating func skippingStart(of range: KeyRange) -> TreeEntry? {
        let first = isAscending ? range.start : range.end
        guard window.toSkip > 0, execution.plan.residual == .all, keyOfCursor == nil else {
            return first
        }
        let (start, end) = (tree.rank(of: range.start), tree.rank(of: range.end))
        if window.toSkip >= end - start {
            window.skip(end - start)
            return nil
        }
        let place = isAscending ? start + window.toSkip : end - 1 - window.toSkip
        guard let entry = tree.entry(at: place) else { return nil }
        // Objects of one key are sorted together: the whole group is needed.
        let group = KeyRange(lower: entry.key, upper: entry.key)
        if isAscending {
            window.skip(max(tree.rank(of: group.start), start) - start)
            return group.start
        }
        window.skip(end - min(tree.rank(of: group.end), end))
        return group.end
    }

    /// Passes on the objects of one key.
    /// - Returns: false once no more is wanted.
    private mutating func endGroup(
        of key: UInt64, _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        defer { group.removeAll(keepingCapacity: true) }
        let after = key == keyOfCursor ? execution.query.after : nil
        if group.count == 1, after == nil { return try pass(try match(group[0]), body) }
        var sorted = FirstMatches(execution.keys, after: after, wanted: window.wanted)
        for row in group {
            guard let found = try match(row) else { continue }
            sorted.add(try sortKeys.key(of: found), found)
        }
        for match in sorted.sorted() {
            guard try pass(match.found, body) else { return false }
        }
        return true
    }

    private mutating func match(_ row: UInt32) throws -> FoundRecord? {
        let found = try cursor.record(of: row)
        return try test.holds(for: found) ? found : nil
    }

    private mutating func pass(
        _ found: FoundRecord?, _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        guard let found, window.takesNext() else { return true }
        return try body(found) && !window.isOver
    }
}
