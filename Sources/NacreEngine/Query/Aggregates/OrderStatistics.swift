internal import NacreFormat

/// Lookups of the rank of a value among those of all objects of an entity, and of the value at a
/// rank. With an index, its counts answer without reading all objects; without one, all are read.
///
/// Null and NaN have no rank and are not counted.
struct OrderStatistics {
    private let source: StoreView
    private let definition: EntityDefinition
    private let attribute: AttributeSchema
    /// The index in the order of the attribute alone; nil if there is none, or if it is not built
    /// yet.
    private let index: Index?

    private struct Index {
        let definition: IndexDefinition
        let tree: Tree
        /// The keys of the values that have a rank.
        let keys: KeyRange
    }

    init(_ name: String, of entity: String, in source: StoreView) throws(StoreError) {
        let definition = try source.definition(entity)
        let attribute: AttributeSchema
        do throws(OperandError) {
            attribute = try OperandCheck.attribute(named: name, of: definition.schema)
            try OperandCheck.check(attribute, allows: .order)
        } catch {
            throw StoreError(error)
        }
        let index = definition.allIndexes.first {
            $0.attributes.map(\.id) == [attribute.id] && (!$0.isUnique || $0.isUniqueInOrder)
                && source.isBuilt($0.slot)
        }
        self.source = source
        self.definition = definition
        self.attribute = attribute
        self.index = index.map {
            Index(
                definition: $0, tree: source.tree(of: $0, definition),
                keys: Self.places(of: $0, attribute.type))
        }
    }

    private static func places(of index: IndexDefinition, _ type: StoredType) -> KeyRange {
        if index.isUnique { return KeyRange(lower: 0, upper: .max) }
        let last: UInt64 = type.hasNaN ? OrderKey.key(.double(.infinity)) : .max
        return KeyRange(lower: OrderKey.least, upper: last)
    }

    /// Returns the number of objects with a smaller value.
    /// - Throws: `invalidValue` if the value is null, NaN, or not of the attribute's type.
    func rank(of value: Value) throws -> Int {
        let value = try bound(value)
        guard let index else {
            let lesser = FilterExpression.comparison(attribute.name, .less, value)
            return try source.count(Query(entity: definition.schema.name, filter: lesser))
        }
        let key = index.definition.isUnique ? source.idKey(value) : OrderKey.key(value)
        let before =
            index.tree.rank(of: TreeEntry(key: key, row: 0)) - index.tree.rank(of: index.keys.start)
        if isExact(key, in: index) { return before }
        return before + (try values(with: key, in: index).count { $0.order(relativeTo: value) < 0 })
    }

    /// Returns the smallest value such that at least the given fraction of the objects with a value
    /// have no greater one. With 0.5 this is the median, the lower one of two. Null if no object
    /// has a value.
    /// - Parameter fraction: The fraction, from 0 for the smallest value to 1 for the largest.
    func value(at fraction: Double) throws -> Value {
        guard fraction >= 0, fraction <= 1 else {
            throw StoreError(.invalidValue, "A percentile needs a fraction from 0 to 1.")
        }
        guard let index else {
            let values = try sortedValues()
            return values.isEmpty ? .null : values[Self.place(of: fraction, among: values.count)]
        }
        let count = index.tree.count(of: index.keys)
        guard count > 0 else { return .null }
        let place = Self.place(of: fraction, among: count)
        let start = index.tree.rank(of: index.keys.start)
        guard let entry = index.tree.entry(at: start + place) else { return .null }
        if isExact(entry.key, in: index) { return try value(ofRow: entry.row) }
        let before = index.tree.rank(of: TreeEntry(key: entry.key, row: 0)) - start
        var group = try values(with: entry.key, in: index)
        try group.sort(within: source.limit) { $0.order(relativeTo: $1) < 0 }
        return group[place - before]
    }

    private static func place(of fraction: Double, among count: Int) -> Int {
        min(max(Int((fraction * Double(count)).rounded(.up)), 1), count) - 1
    }

    /// Returns the values of all objects that have a rank, sorted.
    private func sortedValues() throws -> [Value] {
        let ordinal = try ordinal()
        var values: [Value] = []
        try source.forEach(in: definition) { found in
            let value = try source.value(of: ordinal, in: definition.schema, of: found)
            if !value.isNull, !value.isNaN { values.append(value) }
            return true
        }
        try values.sort(within: source.limit) { $0.order(relativeTo: $1) < 0 }
        return values
    }

    private func bound(_ value: Value) throws(StoreError) -> Value {
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

    private func isExact(_ key: UInt64, in index: Index) -> Bool {
        index.definition.isUnique || OrderKey.isExact(key, of: attribute.type)
    }

    private func values(with key: UInt64, in index: Index) throws -> [Value] {
        var rows: [UInt32] = []
        let range = KeyRange(lower: key, upper: key)
        try index.tree.forEach(in: range, within: source.limit) { rows.append($0.row) }
        var pace = ReadPace(source.limit)
        return try rows.map { row in
            try pace.step()
            return try value(ofRow: row)
        }
    }

    private func value(ofRow row: UInt32) throws -> Value {
        let found = try source.record(of: row, in: definition)
        return try source.value(of: try ordinal(), in: definition.schema, of: found)
    }

    private func ordinal() throws(StoreError) -> Int {
        guard let ordinal = definition.schema.ordinal(of: attribute.name) else {
            throw StoreError(
                .unknownAttribute, "There is no attribute \(FilterText.name(attribute.name)).")
        }
        return ordinal
    }
}
