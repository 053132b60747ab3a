internal import NacreFormat

/// Where a value stands among those of all objects of an entity, and which one stands at a place:
/// questions that only the counts in an index answer without looking at all objects.
///
/// Null and NaN have no place; they are not counted.
struct OrderStatistics<Source: RecordSource> {
    private let source: Source
    private let definition: EntityDefinition
    private let index: IndexDefinition
    private let tree: Tree
    /// The keys of values that have a place.
    private let keys: KeyRange

    /// - Throws: `schemaMismatch` if there is no index that is in the order of the attribute alone.
    init(_ name: String, of entity: String, in source: Source) throws(StoreError) {
        definition = try source.definition(entity)
        self.source = source
        let attribute: AttributeSchema
        do throws(OperandError) {
            attribute = try OperandCheck.attribute(named: name, of: definition.schema)
            try OperandCheck.check(attribute, allows: .order)
        } catch {
            throw StoreError(error)
        }
        let own = definition.allIndexes.filter {
            $0.attributes.map(\.id) == [attribute.id]
        }
        guard let index = own.first(where: { !$0.isUnique || $0.isUniqueInOrder }) else {
            throw StoreError(
                .schemaMismatch,
                "Rank and percentile of \(FilterText.name(name)) need an index on it, which"
                    + " \(FilterText.name(entity)) does not have. Add one, or sort and fetch.")
        }
        self.index = index
        tree = source.tree(of: index, definition)
        if index.isUnique {
            keys = KeyRange(lower: 0, upper: .max)
        } else {
            let last: UInt64 = attribute.type.hasNaN ? OrderKey.key(.double(.infinity)) : .max
            keys = KeyRange(lower: OrderKey.least, upper: last)
        }
    }

    /// How many objects have a lesser value.
    /// - Throws: `invalidValue` if the value is null, NaN, or not of the attribute's type.
    func rank(of value: Value) throws -> Int {
        let value = try bound(value)
        guard source.isBuilt(index.slot) else {
            let lesser = Filter.comparison(index.name, .less, value)
            return try source.count(Query(entity: definition.schema.name, filter: lesser))
        }
        let key = key(of: value)
        let before = tree.rank(of: TreeEntry(key: key, row: 0)) - tree.rank(of: keys.start)
        if isExact(key) { return before }
        return before + (try values(with: key).count { $0.order(relativeTo: value) < 0 })
    }

    /// The least value such that a fraction of all objects with a value have none that is greater:
    /// with 0.5 the median, the lower one of two. Null if no object has a value.
    /// - Parameter fraction: from 0, for the least value, to 1, for the greatest.
    func value(at fraction: Double) throws -> Value {
        guard fraction >= 0, fraction <= 1 else {
            throw StoreError(.invalidValue, "A percentile is asked for by a fraction from 0 to 1.")
        }
        guard source.isBuilt(index.slot) else {
            let values = try sortedValues()
            return values.isEmpty ? .null : values[Self.place(of: fraction, among: values.count)]
        }
        let count = tree.count(of: keys)
        guard count > 0 else { return .null }
        let place = Self.place(of: fraction, among: count)
        let start = tree.rank(of: keys.start)
        guard let entry = tree.entry(at: start + place) else { return .null }
        if isExact(entry.key) { return try value(ofRow: entry.row) }
        let before = tree.rank(of: TreeEntry(key: entry.key, row: 0)) - start
        let group = try values(with: entry.key).sorted { $0.order(relativeTo: $1) < 0 }
        return group[place - before]
    }

    private static func place(of fraction: Double, among count: Int) -> Int {
        min(max(Int((fraction * Double(count)).rounded(.up)), 1), count) - 1
    }

    /// Those that have a place, as long as there is no index yet.
    private func sortedValues() throws -> [Value] {
        var values: [Value] = []
        try source.forEach(in: definition) { found in
            let value = try source.value(of: index.ordinal, in: definition.schema, of: found)
            if !value.isNull, !value.isNaN { values.append(value) }
            return true
        }
        return values.sorted { $0.order(relativeTo: $1) < 0 }
    }

    private func bound(_ value: Value) throws(StoreError) -> Value {
        let attribute = index.attribute
        let bound: Value
        do throws(OperandError) {
            bound = try OperandCheck.value(of: .value(value), for: attribute)
        } catch {
            throw StoreError(error)
        }
        if bound.isNull || bound.isNaN {
            throw StoreError(
                .invalidValue,
                "nil and NaN have no rank among the values of \(FilterText.name(attribute.name)).")
        }
        return bound
    }

    private func key(of value: Value) -> UInt64 {
        index.isUnique ? source.idKey(value) : OrderKey.key(value)
    }

    private func isExact(_ key: UInt64) -> Bool {
        index.isUnique || OrderKey.isExact(key, of: index.attribute.type)
    }

    private func values(with key: UInt64) throws -> [Value] {
        var rows: [UInt32] = []
        tree.forEach(in: KeyRange(lower: key, upper: key)) { rows.append($0.row) }
        return try rows.map { try value(ofRow: $0) }
    }

    private func value(ofRow row: UInt32) throws -> Value {
        let found = try source.record(of: row, in: definition)
        return try source.value(of: index.ordinal, in: definition.schema, of: found)
    }
}
