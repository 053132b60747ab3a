internal import NacreFormat

/// Groups of all objects by one attribute, with sums, averages and extremes, if indexes contain the
/// key and all numbers. Index entries lie close together, while each record is several cache lines
/// somewhere else. Only one record is read for each group.
///
/// A walk through the key's index assigns a group number to each row. Then the index of each number
/// is scanned, on all processors, and every entry is added to the group of its row.
///
/// Without an attribute to group by, all objects are one group.
struct IndexGroups {
    private let execution: QueryExecution
    private let grouping: BoundGrouping
    /// The index of the key; nil if all objects are one group.
    private let key: Key?
    /// The index of each aggregate; nil for one that counts objects.
    private let members: [Member?]
    private let objectCount: Int
    /// The end of the rows: all are below it.
    private let rowsEnd: Int

    /// The index of the attribute that makes the groups.
    private struct Key {
        let tree: Tree
        let ordinal: Int
        let exactness: OrderKey.Exactness
    }

    private struct Member {
        let index: IndexDefinition
        let tree: Tree
        let number: ColumnNumber
        let operation: BoundAggregate.Operation
    }

    /// Groups without their aggregates.
    private struct Numbered {
        /// The group number of each row; ``none`` for rows without an object.
        let numbers: [UInt16]
        /// The lowest row of each group.
        let firstRows: [UInt32]
        /// The number of objects of each group.
        let counts: [Int]
    }

    /// The number of a row that belongs to no group. Numbers take two bytes a row: they are
    /// accessed in the order of other indexes, and should fit into a cache.
    private static var none: UInt16 { .max }
    /// The number of index entries that one piece of work has.
    private static var entriesOfPiece: Int { 1 << 14 }

    /// Returns nil if there are no such indexes, or if the query needs more than they know.
    init?(_ grouping: BoundGrouping, _ execution: QueryExecution) {
        let query = execution.query
        let (source, definition) = (execution.source, execution.definition)
        let roots = source.roots(of: definition.schema.number)
        // Sums of floating-point numbers are added in row order.
        guard query.limit == nil, query.offset == 0, query.after == nil, grouping.isExact,
            grouping.isPlain,
            case .everything = execution.plan.access, execution.plan.residual.isAll,
            grouping.paths.count <= 1, roots.ids.count > 0,
            // A damaged store may have rows anywhere.
            Int(roots.rowsEnd) / 4 <= roots.ids.count
        else { return nil }
        func index(_ path: BoundPath) -> (index: IndexDefinition, tree: Tree)? {
            guard path.isOwn, let index = source.index(inOrderOf: path.attribute, definition)
            else { return nil }
            let tree = source.tree(of: index, definition)
            return tree.count == roots.ids.count ? (index, tree) : nil
        }
        key = grouping.paths.first.flatMap(index).map { found in
            Key(
                tree: found.tree, ordinal: found.index.ordinal,
                exactness: OrderKey.Exactness(found.index.attribute.type))
        }
        guard grouping.paths.isEmpty == (key == nil), key?.exactness != .never else { return nil }
        var members: [Member?] = []
        for aggregate in grouping.aggregates {
            guard let path = aggregate.path else {
                members.append(nil)
                continue
            }
            guard let number = ColumnNumber(path.attribute.type), let (index, tree) = index(path),
                // This key would represent two integers.
                number != .wideInteger || tree.entry(at: tree.count - 1)?.key != .max
            else { return nil }
            members.append(
                Member(
                    index: index, tree: tree, number: number, operation: aggregate.operation))
        }
        self.members = members
        self.grouping = grouping
        self.execution = execution
        objectCount = roots.ids.count
        rowsEnd = Int(roots.rowsEnd)
    }

    /// The index that is scanned for the only number of all objects together; nil if there are
    /// several or there is a key.
    var onlyIndex: IndexDefinition? { key == nil && members.count == 1 ? members[0]?.index : nil }

    /// Returns the groups in the order of their keys.
    /// - Returns: Nil if there are too many groups, or values whose keys do not tell them apart.
    func groups() throws -> [Group]? {
        guard let numbered = try numbered() else { return nil }
        let (source, definition) = (execution.source, execution.definition)
        var cells: [AggregateCell] = []
        for count in numbered.counts {
            for member in members {
                var cell = AggregateCell()
                if member == nil { cell.addObjects(count) }
                cells.append(cell)
            }
        }
        for (place, member) in members.enumerated() {
            guard let member else { continue }
            for part in try added(member, numbered) {
                for (group, cell) in part.enumerated() {
                    cells[group * members.count + place].add(cell, member.operation)
                }
            }
        }
        guard let key else { return try grouping.groups([[]], cells, within: source.limit) }
        let values = try numbered.firstRows.map { row in
            let found = try source.record(of: row, in: definition)
            return [try source.value(of: key.ordinal, in: definition.schema, of: found)]
        }
        return try grouping.groups(values, cells, within: source.limit)
    }

    /// Returns the names of the attributes whose indexes provide the groups, that of the key first.
    /// - Returns: An empty array if the objects have to be read.
    func names() throws(StoreError) -> [String] {
        guard try numbered() != nil else { return [] }
        let paths = grouping.paths + grouping.aggregates.compactMap(\.path)
        var names: [String] = []
        for path in paths where !names.contains(path.attribute.name) {
            names.append(path.attribute.name)
        }
        return names
    }

    // MARK: Groups

    private func numbered() throws(StoreError) -> Numbered? {
        guard let key else { return Numbered(numbers: [], firstRows: [], counts: [objectCount]) }
        // With more groups, reading all records in their order is faster.
        let groupsMax = min(objectCount / 64 + 16, Int(Self.none))
        var numbers = Array(repeating: Self.none, count: rowsEnd)
        var firstRows: [UInt32] = []
        /// The number of objects before each group.
        var starts: [Int] = []
        var place = 0
        var last: UInt64?
        var isKnown = true
        try key.tree.forEachLeaf(from: .min, within: execution.source.limit) { leaf, places in
            var numbers = numbers.mutableSpan
            isKnown = leaf.forEachEntry(places, isAscending: true) { entry in
                if entry.key != last {
                    guard key.exactness.isExact(entry.key), firstRows.count < groupsMax
                    else { return false }
                    firstRows.append(entry.row)
                    starts.append(place)
                    last = entry.key
                }
                if Int(entry.row) < numbers.count {
                    numbers[Int(entry.row)] = UInt16(firstRows.count - 1)
                }
                place += 1
                return true
            }
            return isKnown
        }
        guard isKnown else { return nil }
        let counts = zip(starts, starts.dropFirst() + [place]).map { $1 - $0 }
        return Numbered(numbers: numbers, firstRows: firstRows, counts: counts)
    }

    // MARK: Values of an index

    /// Adds the numbers of an index to the groups.
    /// - Returns: The cells of each lane, by group.
    private func added(
        _ member: Member, _ groups: Numbered
    ) throws(StoreError) -> [[AggregateCell]] {
        let pieces = Pieces(full: member.tree.count, of: Self.entriesOfPiece)
        let limit = execution.source.limit
        let lanes = Lanes(
            pieces: pieces.count, isShared: execution.source.isUnchanging, within: limit)
        return try lanes.collect { lane throws(StoreError) in
            var cells = Array(repeating: AggregateCell(), count: groups.counts.count)
            while let piece = lane.takePiece() {
                try limit?.check()
                member.tree.forEachLeaf(at: pieces[piece]) { leaf, places in
                    add(leaf, places, member, groups.numbers.span, to: &cells)
                }
            }
            return cells
        }
    }

    /// Adds entries of a leaf to the groups of their rows.
    private func add(
        _ leaf: Node, _ places: Range<Int>, _ member: Member, _ numbers: Span<UInt16>,
        to cells: inout [AggregateCell]
    ) {
        var cells = cells.mutableSpan
        let isOne = key == nil
        // Sums of integers, the most frequent case, are handled separately: a loop without branches
        // on the kind.
        let isSum = member.number.hasExactSum(member.operation)
        _ = leaf.forEachEntry(places, isAscending: true) { entry in
            var group = 0
            if !isOne {
                guard Int(entry.row) < numbers.count else { return true }
                group = Int(numbers[Int(entry.row)])
                guard group < cells.count else { return true }
            }
            if !isSum {
                _ = member.number.add(entry.key, to: &cells[group], member.operation)
            } else if entry.key != OrderKey.null {
                cells[group].add(integer: OrderKey.orderedInteger(of: entry.key), .sum)
            }
            return true
        }
    }
}
