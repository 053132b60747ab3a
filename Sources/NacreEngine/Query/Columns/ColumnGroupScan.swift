internal import NacreFormat

/// Groups of the objects of a query, with sums, averages and extremes, if columns decide which
/// objects match, the keys, and all numbers. Only one record is read for each group, and for keys
/// that several values share.
///
/// Without attributes to group by, all objects are one group.
struct ColumnGroupScan {
    private let source: StoreView
    private let definition: EntityDefinition
    private let grouping: BoundGrouping
    private var table: ColumnGroupTable
    /// The columns of the aggregates; nil for one that counts objects.
    private var members: [Member?] = []
    private var readers: [ColumnReader?] = []
    /// The chunks of the current leaf.
    private var chunks: [ColumnChunk?] = []

    /// The column of an aggregate. Holds no references, so reading one counts none.
    private struct Member {
        let number: ColumnNumber
        let ordinal: Int
        let operation: BoundAggregate.Operation
    }

    /// The cells of the aggregates, one group after another.
    private var cells: [AggregateCell] = []
    /// The groups of the rows of a leaf.
    private var groups: [Int] = Array(repeating: 0, count: ColumnChunk.capacity)

    /// Returns nil if columns do not provide everything that is needed.
    /// - Parameter columns: The source's columns.
    init?(
        _ grouping: BoundGrouping, of definition: EntityDefinition, _ columns: ColumnStore,
        in source: StoreView
    ) {
        guard grouping.isPlain,
            let table = ColumnGroupTable(grouping.paths, of: definition, columns, in: source)
        else { return nil }
        for aggregate in grouping.aggregates {
            // Only a column tells which rows have objects.
            guard let path = aggregate.path else {
                guard !table.isOne else { return nil }
                members.append(nil)
                readers.append(nil)
                continue
            }
            let attribute = path.attribute
            guard path.isOwn, attribute.isColumnar, let number = ColumnNumber(attribute.type),
                let ordinal = definition.schema.ordinal(of: attribute.name)
            else { return nil }
            members.append(
                Member(number: number, ordinal: ordinal, operation: aggregate.operation))
            readers.append(ColumnReader(of: attribute, definition, columns, in: source))
        }
        self.table = table
        self.grouping = grouping
        self.definition = definition
        self.source = source
        if table.isOne { addCells() }
    }

    private mutating func addCells() {
        for _ in members { cells.append(AggregateCell()) }
    }

    /// Adds objects of one leaf of the row table.
    /// - Parameter rows: A bit for each row to add. Rows without an object are ignored.
    /// - Returns: False if so many records have to be read that it is better to read all of them.
    mutating func add(
        _ rows: [2 of UInt64], of leaf: Node, from first: UInt32
    ) throws -> Bool {
        chunks.removeAll(keepingCapacity: true)
        for place in readers.indices {
            chunks.append(try readers[place]?.chunk(of: leaf, from: first))
        }
        if table.isOne {
            try add(rows, to: 0, from: first)
            return true
        }
        let rows = try table.enter(leaf, from: first, rows)
        if table.findParts(of: rows) {
            for number in table.parts.indices {
                let part = table.parts[number]
                let place =
                    part[0] != 0 ? part[0].trailingZeroBitCount : 64 + part[1].trailingZeroBitCount
                try add(part, to: try group(at: place), from: first)
            }
        } else {
            try addOneByOne(rows, from: first)
        }
        return table.isWorthIt
    }

    /// Predicts the result of ``add(_:of:from:)`` from columns alone.
    mutating func foresee(
        _ rows: [2 of UInt64], of leaf: Node, from first: UInt32
    ) throws -> Bool {
        guard !table.isOne else { return true }
        table.foresee(try table.enter(leaf, from: first, rows))
        return table.isWorthIt
    }

    private mutating func group(at place: Int) throws -> Int {
        let group = try table.group(at: place)
        if group * members.count == cells.count { addCells() }
        return group
    }

    /// Adds rows of one group.
    private mutating func add(
        _ rows: [2 of UInt64], to group: Int, from first: UInt32
    ) throws {
        for place in members.indices {
            let cell = group * members.count + place
            guard let member = members[place], let chunk = chunks[place] else {
                cells[cell].addObjects(rows[0].nonzeroBitCount + rows[1].nonzeroBitCount)
                continue
            }
            if let sum = member.number.sum(of: rows, in: chunk, member.operation) {
                cells[cell].add(integers: sum.total, count: sum.count)
                continue
            }
            try chunk.forEach(in: rows) { row, key in
                try add(key, member, of: first + UInt32(row), to: cell)
            }
        }
    }

    /// Adds rows that belong to many groups.
    private mutating func addOneByOne(_ rows: [2 of UInt64], from first: UInt32) throws {
        for half in 0..<2 {
            try rows[half].forEachBit { bit in
                groups[half * 64 + bit] = try group(at: half * 64 + bit) * members.count
            }
        }
        for place in members.indices {
            guard let member = members[place], let chunk = chunks[place] else {
                for half in 0..<2 {
                    rows[half].forEachBit { cells[groups[half * 64 + $0] + place].addObjects(1) }
                }
                continue
            }
            try chunk.forEach(in: rows) { row, key in
                try add(key, member, of: first + UInt32(row), to: groups[row] + place)
            }
        }
    }

    @inline(__always)
    private mutating func add(
        _ key: UInt64, _ member: Member, of row: UInt32, to cell: Int
    ) throws {
        if member.number.add(key, to: &cells[cell], member.operation) { return }
        let found = try source.record(of: row, in: definition)
        let value = try source.value(of: member.ordinal, in: definition.schema, of: found)
        cells[cell].add(value, member.operation)
    }

    /// Returns the groups in the order of their keys.
    func results() throws -> [Group] {
        try grouping.groups(
            table.isOne ? [[]] : table.values(), cells, within: source.limit)
    }
}
