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
    private var key = GroupKey()
    /// Of each group, as they were met first.
    private var keys: [[Value]] = []
    /// Of one group after another.
    private var cells: [AggregateCell] = []

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
        if layout != found.record.layout { try prepare(for: found.layout) }
        var group = 0
        if !keySteps.isEmpty {
            key.begin()
            for place in keySteps.indices {
                if case .constant = keySteps[place] {
                    key.append(attributes[place].valueOfOlderRecords, place)
                } else {
                    try keySteps[place].append(found, place, to: &key, in: source)
                }
            }
            group = try table.group(of: key)
            if group == keys.count {
                addGroup(try ordinals.map { try source.value(of: $0, in: schema, of: found) })
            }
        }
        let first = group * operations.count
        for place in operations.indices {
            let operation = operations[place]
            if case .constant = aggregateSteps[place] {
                cells[first + place].add(aggregates[place].valueOfOlderRecords, operation)
            } else {
                try aggregateSteps[place].add(
                    found, to: &cells[first + place], operation, in: source)
            }
        }
    }

    private mutating func prepare(for layout: Layout) throws(StoreError) {
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
