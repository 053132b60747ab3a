internal import NacreFormat

/// A scan that adds objects to their groups, one after another. Allocates for groups, not for
/// objects, except for texts that are not ASCII and for aggregates that compare values of variable
/// length.
struct GroupScan {
    private let source: StoreView
    private let paths: [BoundPath]
    /// The readers of the values that form the key.
    private let readers: [PathReader]
    private let aggregates: [BoundAggregate]
    private let operations: [BoundAggregate.Operation]

    /// The parts of values that form the key; nil if the values themselves do.
    private var parts: GroupParts?

    /// The groups found so far.
    private(set) var groups: GroupCells
    private var recent = RecentGroups()
    private var key = GroupKey()
    /// The index of the first cell of each block record's group.
    private var firstCells: [Int] = Array(repeating: 0, count: RecordBlock.capacity)

    /// The layout that the steps are for. If a path goes through references, its step is for the
    /// first of them.
    private var layout: LayoutID?
    private var keySteps: [ValueStep] = []
    private var aggregateSteps: [AggregateStep] = []
    /// The steps for values that references lead to; nil for values of the objects themselves.
    private var reachedKeys: [ReachedStep<ValueStep>?] = []
    private var reachedAggregates: [ReachedStep<AggregateStep>?] = []

    /// - Parameter schema: The schema of the objects.
    init(
        _ grouping: BoundGrouping, of schema: StoredSchema, in source: StoreView
    ) throws(StoreError) {
        var shared = ReferencePaths(of: schema, in: source)
        var readers: [PathReader] = []
        for path in grouping.paths {
            readers.append(try PathReader(path, of: schema, &shared, in: source))
            let attribute = path.attribute
            reachedKeys.append(
                try shared.path(of: path).map {
                    ReachedStep($0) { layout throws(OperandError) in
                        try ValueStep(attribute, layout)
                    }
                })
        }
        for aggregate in grouping.aggregates {
            let path = try aggregate.path.flatMap { path throws(StoreError) in
                try shared.path(of: path)
            }
            reachedAggregates.append(
                path.map {
                    ReachedStep($0) { layout throws(OperandError) in
                        try AggregateStep(aggregate.attribute, layout)
                    }
                })
        }
        self.source = source
        self.readers = readers
        paths = grouping.paths
        parts = grouping.isPlain ? nil : GroupParts(grouping.terms)
        aggregates = grouping.aggregates
        operations = aggregates.map(\.operation)
        groups = GroupCells(grouping)
    }

    mutating func add(_ found: FoundRecord) throws {
        try prepare(for: found)
        guard parts == nil else { return try addByParts(found) }
        let first = try group(of: found) * operations.count
        for place in operations.indices { try addValue(place, of: found, to: first + place) }
    }

    /// Adds an object to the groups of the parts of its values.
    private mutating func addByParts(_ found: FoundRecord) throws {
        let values = try readers.map { try $0.value(of: found) }
        for values in try parts?.keys(of: values) ?? [] {
            key.begin()
            for (place, value) in values.enumerated() { key.append(part: value, place) }
            let group = try groups.group(of: key)
            if group == groups.count { groups.addGroup(values, found.row) }
            for place in operations.indices {
                try addValue(place, of: found, to: group * operations.count + place)
            }
        }
    }

    /// Adds some records of a block: finds all their groups first, and then adds the values of one
    /// aggregate after another.
    mutating func add(_ reader: borrowing BlockReader, _ records: UInt64) throws {
        guard reader.block.layout != nil, records != 0, parts == nil else {
            try records.forEachBit { try add(reader.found($0)) }
            return
        }
        try prepare(for: reader.found(records.trailingZeroBitCount))
        try findGroups(of: reader, records)
        for place in operations.indices { try addValues(place, of: reader, records) }
    }

    private mutating func findGroups(
        of reader: borrowing BlockReader, _ records: UInt64
    ) throws {
        let width = operations.count
        // Equal references lead to one object, unless they are floating-point numbers: each NaN is
        // an id of its own.
        guard keySteps.count == 1, paths[0].isOwn || !paths[0].own.type.hasNaN else {
            try records.forEachBit { index in
                firstCells[index] = try group(of: reader.found(index)) * width
            }
            return
        }
        let step = keySteps[0]
        try records.forEachBit { index in
            let word = step.word(reader.block.record(index))
            if let group = word.flatMap({ recent.group(of: $0) }) {
                firstCells[index] = group * width
                return
            }
            let group = try group(of: reader.found(index))
            if let word { recent.set(group, of: word) }
            firstCells[index] = group * width
        }
    }

    /// Adds the values of one aggregate for records whose groups are known.
    /// - Parameter place: The index of the aggregate.
    private mutating func addValues(
        _ place: Int, of reader: borrowing BlockReader, _ records: UInt64
    ) throws {
        let operation = operations[place]
        switch aggregateSteps[place] {
        case .object:
            records.forEachBit { groups.cells[firstCells[$0] + place].addObject() }
        case .integer(let slot, let null) where slot.kind != .bool:
            let nulls = reader.block.nulls(null, of: records)
            reader.block.forEachInteger(slot, of: records & ~nulls) { index, number in
                groups.cells[firstCells[index] + place].add(integer: number, operation)
            }
        case .number(let slot, let null):
            let nulls = reader.block.nulls(null, of: records)
            reader.block.forEachDouble(slot, of: records & ~nulls) { index, number in
                groups.cells[firstCells[index] + place].add(number: number, operation)
            }
        default:
            try records.forEachBit { index in
                try addValue(place, of: reader.found(index), to: firstCells[index] + place)
            }
        }
    }

    /// Returns the number of the group that a record belongs to.
    @inline(__always)
    private mutating func group(of found: FoundRecord) throws -> Int {
        if keySteps.isEmpty { return 0 }
        key.begin()
        for place in keySteps.indices {
            let attribute = paths[place].attribute
            if paths[place].isOwn {
                try keySteps[place].append(found, place, of: attribute, to: &key, in: source)
            } else if let target = try reachedKeys[place]?.target(of: found) {
                try target.step.append(target.record, place, of: attribute, to: &key, in: source)
            } else {
                key.appendNull(place)
            }
        }
        let group = try groups.group(of: key)
        if group == groups.count {
            groups.addGroup(try readers.map { try $0.value(of: found) }, found.row)
        }
        return group
    }

    private mutating func addValue(_ place: Int, of found: FoundRecord, to cell: Int) throws {
        switch aggregateSteps[place] {
        case .reached:
            guard let target = try reachedAggregates[place]?.target(of: found) else { return }
            try add(target.step, place, of: target.record, to: cell)
        case let step: try add(step, place, of: found, to: cell)
        }
    }

    private mutating func add(
        _ step: AggregateStep, _ place: Int, of found: FoundRecord, to cell: Int
    ) throws {
        let operation = operations[place]
        if case .constant = step {
            groups.cells[cell].add(aggregates[place].valueOfOlderRecords, operation)
        } else {
            try step.add(found, to: &groups.cells[cell], operation, in: source)
        }
    }

    private mutating func prepare(for found: FoundRecord) throws(StoreError) {
        if layout == found.record.layout { return }
        let layout = found.layout
        keySteps.removeAll(keepingCapacity: true)
        aggregateSteps.removeAll(keepingCapacity: true)
        do throws(OperandError) {
            for path in paths { keySteps.append(try ValueStep(path.own, layout)) }
            for aggregate in aggregates {
                let isReached = aggregate.path?.isOwn == false
                aggregateSteps.append(
                    isReached ? .reached : try AggregateStep(aggregate.attribute, layout))
            }
        } catch {
            throw StoreError(error)
        }
        self.layout = layout.id
    }
}
