internal import NacreFormat

/// The cells of the aggregates of groups, and the keys of the groups.
///
/// Without paths to group by, all objects are one group, which exists even without objects.
struct GroupCells {
    private let operations: [BoundAggregate.Operation]
    private let isOneGroup: Bool
    private var table = GroupTable()
    /// The key of each group, as found first. `firstRows` has the rows.
    private(set) var keys: [[Value]] = []
    private var firstRows: [RowNumber] = []
    /// The cells of the aggregates, one group after another.
    var cells: [AggregateCell] = []

    init(_ grouping: BoundGrouping) {
        operations = grouping.aggregates.map(\.operation)
        isOneGroup = grouping.paths.isEmpty
        if isOneGroup { addGroup([], RowNumber(0)) }
    }

    /// The number of groups.
    var count: Int { keys.count }

    /// Returns the number of the group with a key. For a new group, this is the former `count`, and
    /// the caller must add it.
    @inline(__always)
    mutating func group(of key: GroupKey) throws(StoreError) -> Int { try table.group(of: key) }

    mutating func addGroup(_ key: [Value], _ row: RowNumber) {
        keys.append(key)
        firstRows.append(row)
        for _ in operations { cells.append(AggregateCell()) }
    }

    /// Adds the groups of other objects. If keys are equal but not identical, that of the lowest
    /// row remains, as if all rows had been added in order.
    mutating func add(_ other: GroupCells, within limit: ReadLimit?) throws(StoreError) {
        var pace = ReadPace(limit)
        for (number, key) in other.keys.enumerated() {
            try pace.step()
            let row = other.firstRows[number]
            let group = try group(number, of: other)
            if group == keys.count { addGroup(key, row) }
            if row < firstRows[group] {
                firstRows[group] = row
                keys[group] = key
            }
            for (place, operation) in operations.enumerated() {
                let width = operations.count
                cells[group * width + place].add(other.cells[number * width + place], operation)
            }
        }
    }

    private mutating func group(
        _ number: Int, of other: GroupCells
    ) throws(StoreError) -> Int {
        if isOneGroup { return 0 }
        return try table.group(of: GroupKey(words: other.table.key(of: number)))
    }
}

extension GroupCells {
    /// Returns the groups in the order of a grouping, the one that they were made for.
    func groups(of grouping: BoundGrouping, within limit: ReadLimit?) throws -> [Group] {
        try grouping.groups(keys, cells, within: limit)
    }
}

/// Groups that are followed. Their last aggregate is a count.
extension GroupCells {
    /// The number of objects, each as often as it is in a group.
    var objectCount: Int {
        let width = operations.count
        return stride(from: width - 1, to: cells.count, by: width).reduce(0) {
            $0 + cells[$1].count
        }
    }

    /// Takes out objects that were added before.
    /// - Returns: False if the state of the others is not known; the cells are useless then.
    mutating func remove(_ other: GroupCells) throws(StoreError) -> Bool {
        let width = operations.count
        for number in other.keys.indices {
            let group = try group(number, of: other)
            guard group < keys.count, keepsKey(group, without: number, of: other) else {
                return false
            }
            for (place, operation) in operations.enumerated() {
                let isKnown = cells[group * width + place].remove(
                    other.cells[number * width + place], operation)
                guard isKnown else { return false }
            }
        }
        return true
    }

    /// Whether the key of a group stays the one that is found first without some objects. Keys that
    /// are equal may differ, as texts in two normal forms do, and the others are not known.
    private func keepsKey(_ group: Int, without number: Int, of other: GroupCells) -> Bool {
        other.firstRows[number] > firstRows[group]
            || keys[group].allSatisfy(\.hasOnlyOneForm)
    }

    /// The keys of the groups that have objects, and their cells without the count. A grouping
    /// without paths always has its group.
    var present: (keys: [[Value]], cells: [AggregateCell]) {
        let width = operations.count
        var present: (keys: [[Value]], cells: [AggregateCell]) = ([], [])
        for group in keys.indices
        where isOneGroup || cells[group * width + width - 1].count > 0 {
            present.keys.append(keys[group])
            present.cells += cells[(group * width)..<(group * width + width - 1)]
        }
        return present
    }
}

extension Value {
    /// Whether values that are equal to this one are identical to it.
    fileprivate var hasOnlyOneForm: Bool {
        switch self {
        case .null, .bool, .int, .uint, .uuid, .objectID, .data: true
        case .float(let number): number != 0 && !number.isNaN
        case .double(let number), .date(let number): number != 0 && !number.isNaN
        case .string(let text): text.utf8.allSatisfy { $0 < 0x80 }
        case .decimal, .json, .array: false
        }
    }
}
