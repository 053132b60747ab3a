internal import NacreFormat

/// Adds objects to their groups, one after another. Allocates for groups, not for objects, unless a
/// text is not ASCII or an aggregate compares values of variable length.
///
/// Without attributes to group by, all objects are one group, which is there even without objects.
struct GroupScan {
    private let schema: EntitySchema
    private let attributes: [AttributeSchema]
    private let ordinals: [Int]
    private let aggregates: [BoundAggregate]
    private let operations: [BoundAggregate.Operation]

    private var table = GroupTable()
    private var recent = RecentGroups()
    private var key = GroupKey()
    /// Of each group, as they were met first.
    private var keys: [[Value]] = []
    /// Of one group after another.
    private var cells: [AggregateCell] = []
    /// Of the groups of the records of a block.
    private var firstCells: [Int] = Array(repeating: 0, count: RecordBlock.capacity)

    /// For records of one layout.
    private var layout: LayoutID?
    private var keySteps: [ValueStep] = []
    private var aggregateSteps: [AggregateStep] = []

    init(_ grouping: Grouping, _ schema: EntitySchema) throws(StoreError) {
        guard grouping.attributes.count <= GroupKey.attributesMax else {
            throw StoreError(
                .invalidValue, "Objects are grouped by at most \(GroupKey.attributesMax) values.")
        }
        self.schema = schema
        var ordinals: [Int] = []
        var bound: [BoundAggregate] = []
        do throws(OperandError) {
            for name in grouping.attributes {
                let attribute = try OperandCheck.attribute(named: name, of: schema)
                ordinals.append(schema.ordinal(of: attribute.name) ?? 0)
            }
        } catch {
            throw StoreError(error)
        }
        for aggregate in grouping.aggregates {
            bound.append(try BoundAggregate(aggregate, schema: schema))
        }
        self.ordinals = ordinals
        attributes = ordinals.map { schema.attributes[$0] }
        self.aggregates = bound
        operations = bound.map(\.operation)
        if grouping.attributes.isEmpty { addGroup([]) }
    }

    private mutating func addGroup(_ key: [Value]) {
        keys.append(key)
        for _ in aggregates { cells.append(AggregateCell()) }
    }

    /// - Parameter source: where the record was found.
    mutating func add(_ found: FoundRecord, in source: some RecordSource) throws {
        try prepare(for: found)
        let first = try group(of: found, in: source) * operations.count
        for place in operations.indices {
            try addValue(place, of: found, to: first + place, in: source)
        }
    }

    /// Adds some records of a block: first their groups are found, then one aggregate after another
    /// gets its values.
    /// - Parameter source: where they were found.
    mutating func add(
        _ reader: borrowing BlockReader<some RecordSource>, _ records: UInt64,
        in source: some RecordSource
    ) throws {
        guard reader.block.layout != nil, records != 0 else {
            try records.forEachBit { try add(reader.found($0), in: source) }
            return
        }
        try prepare(for: reader.found(records.trailingZeroBitCount))
        try findGroups(of: reader, records, in: source)
        for place in operations.indices {
            try addValues(place, of: reader, records, in: source)
        }
    }

    private mutating func findGroups(
        of reader: borrowing BlockReader<some RecordSource>, _ records: UInt64,
        in source: some RecordSource
    ) throws {
        let width = operations.count
        guard keySteps.count == 1 else {
            try records.forEachBit { index in
                firstCells[index] = try group(of: reader.found(index), in: source) * width
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
            let group = try group(of: reader.found(index), in: source)
            if let word { recent.set(group, of: word) }
            firstCells[index] = group * width
        }
    }

    /// Of records whose groups are known.
    /// - Parameter place: of the aggregate.
    private mutating func addValues(
        _ place: Int, of reader: borrowing BlockReader<some RecordSource>, _ records: UInt64,
        in source: some RecordSource
    ) throws {
        let operation = operations[place]
        switch aggregateSteps[place] {
        case .object:
            records.forEachBit { cells[firstCells[$0] + place].addObject() }
        case .integer(let slot, let null) where slot.kind != .bool:
            let nulls = reader.block.nulls(null, of: records)
            reader.block.forEachInteger(slot, of: records & ~nulls) { index, number in
                cells[firstCells[index] + place].add(integer: number, operation)
            }
        case .number(let slot, let null):
            let nulls = reader.block.nulls(null, of: records)
            reader.block.forEachDouble(slot, of: records & ~nulls) { index, number in
                cells[firstCells[index] + place].add(number: number, operation)
            }
        default:
            try records.forEachBit { index in
                try addValue(
                    place, of: reader.found(index), to: firstCells[index] + place, in: source)
            }
        }
    }

    /// The number of the group that a record belongs to.
    @inline(__always)
    private mutating func group(of found: FoundRecord, in source: some RecordSource) throws -> Int {
        if keySteps.isEmpty { return 0 }
        key.begin()
        for place in keySteps.indices {
            if case .constant = keySteps[place] {
                key.append(attributes[place].valueOfOlderRecords, place)
            } else {
                try keySteps[place].append(found, place, to: &key, in: source)
            }
        }
        let group = try table.group(of: key)
        if group == keys.count {
            addGroup(try ordinals.map { try source.value(of: $0, in: schema, of: found) })
        }
        return group
    }

    private mutating func addValue(
        _ place: Int, of found: FoundRecord, to cell: Int, in source: some RecordSource
    ) throws {
        let operation = operations[place]
        if case .constant = aggregateSteps[place] {
            cells[cell].add(aggregates[place].valueOfOlderRecords, operation)
        } else {
            try aggregateSteps[place].add(found, to: &cells[cell], operation, in: source)
        }
    }

    private mutating func prepare(for found: FoundRecord) throws(StoreError) {
        if layout == found.record.layout { return }
        let layout = found.layout
        keySteps.removeAll(keepingCapacity: true)
        aggregateSteps.removeAll(keepingCapacity: true)
        do throws(OperandError) {
            for attribute in attributes { keySteps.append(try ValueStep(attribute, layout)) }
            for aggregate in aggregates {
                aggregateSteps.append(try AggregateStep(aggregate, layout))
            }
        } catch {
            throw StoreError(error)
        }
        self.layout = layout.id
    }

    // MARK: Results

    /// In the order of their keys.
    func groups() throws(StoreError) -> [Group] {
        var groups: [Group] = []
        for (number, key) in keys.enumerated() {
            let first = number * aggregates.count
            var values: [Value] = []
            values.reserveCapacity(aggregates.count)
            for (place, aggregate) in aggregates.enumerated() {
                values.append(try cells[first + place].result(of: aggregate))
            }
            groups.append(Group(key: key, values: values))
        }
        return groups.sorted { first, second in
            for (one, other) in zip(first.key, second.key) {
                let order = one.order(relativeTo: other)
                if order != 0 { return order < 0 }
            }
            return false
        }
    }
}
