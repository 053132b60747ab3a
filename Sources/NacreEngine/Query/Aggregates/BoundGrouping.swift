internal import NacreFormat

/// The keys and aggregates of a grouping, checked against the schemas.
struct BoundGrouping: Sendable {
    let paths: [BoundPath]
    let aggregates: [BoundAggregate]

    /// - Parameter scope: The scope of the query's entity.
    init(_ grouping: Grouping, in scope: FilterScope) throws(StoreError) {
        guard grouping.paths.count <= GroupKey.attributesMax else {
            throw StoreError(
                .invalidValue,
                "Objects can be grouped by at most \(GroupKey.attributesMax) values.")
        }
        var paths: [BoundPath] = []
        do throws(OperandError) {
            for path in grouping.paths { paths.append(try BoundPath(path, in: scope)) }
        } catch {
            throw StoreError(error)
        }
        var aggregates: [BoundAggregate] = []
        for aggregate in grouping.aggregates {
            aggregates.append(try BoundAggregate(aggregate, in: scope))
        }
        self.paths = paths
        self.aggregates = aggregates
    }

    /// Makes the grouping of all objects into one group.
    init(_ aggregates: [BoundAggregate]) {
        paths = []
        self.aggregates = aggregates
    }

    /// The names of the objects' own attributes that the grouping needs.
    var ownAttributes: Set<String> {
        let paths = paths + aggregates.compactMap(\.path)
        return Set(paths.filter(\.isOwn).map(\.attribute.name))
    }

    /// Whether the groups of two sets of objects can be combined into those of their union. Sums of
    /// floating-point numbers cannot: they are added in row order.
    var isExact: Bool {
        !aggregates.contains { aggregate in
            switch (aggregate.operation, aggregate.attribute?.type) {
            case (.sum, .scalar(.float)), (.sum, .scalar(.double)), (.average, .scalar(.float)),
                (.average, .scalar(.double)):
                true
            default: false
            }
        }
    }

    /// Returns the groups, in the order of their keys.
    /// - Parameters:
    ///   - keys: The keys of the groups.
    ///   - cells: The cells of the aggregates, one group after another.
    ///   - limit: The limit of the read; nil if it has none.
    func groups(
        _ keys: [[Value]], _ cells: [AggregateCell], within limit: ReadLimit?
    ) throws -> [Group] {
        var groups: [Group] = []
        var pace = ReadPace(limit)
        groups.reserveCapacity(keys.count)
        for (number, key) in keys.enumerated() {
            try pace.step()
            let first = number * aggregates.count
            var values: [Value] = []
            values.reserveCapacity(aggregates.count)
            for (place, aggregate) in aggregates.enumerated() {
                values.append(try cells[first + place].result(of: aggregate))
            }
            groups.append(Group(key: key, values: values))
        }
        try groups.sort(within: limit) { first, second in
            for (one, other) in zip(first.key, second.key) {
                let order = one.order(relativeTo: other)
                if order != 0 { return order < 0 }
            }
            return false
        }
        return groups
    }
}
