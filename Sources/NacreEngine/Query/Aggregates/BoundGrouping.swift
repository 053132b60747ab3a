internal import NacreFormat

/// The keys and aggregates of a grouping, checked against the schemas.
struct BoundGrouping: Sendable {
    let terms: [GroupTerm]
    /// The paths of the terms.
    let paths: [BoundPath]
    let aggregates: [BoundAggregate]
    private let order: [Grouping.Order]
    private let limit: Int?

    /// - Parameter scope: The scope of the query's entity.
    init(_ grouping: Grouping, in scope: FilterScope) throws(StoreError) {
        guard grouping.terms.count <= GroupKey.attributesMax else {
            throw StoreError(
                .invalidValue,
                "Objects can be grouped by at most \(GroupKey.attributesMax) values.")
        }
        var paths: [BoundPath] = []
        do throws(OperandError) {
            for term in grouping.terms {
                let path = try BoundPath(term.path, in: scope)
                try term.check(path.attribute)
                paths.append(path)
            }
        } catch {
            throw StoreError(error)
        }
        var aggregates: [BoundAggregate] = []
        for aggregate in grouping.aggregates {
            aggregates.append(try BoundAggregate(aggregate, in: scope))
        }
        terms = grouping.terms
        order = grouping.order
        limit = grouping.limit
        self.paths = paths
        self.aggregates = aggregates
    }

    /// Makes the grouping of all objects into one group.
    init(_ aggregates: [BoundAggregate]) {
        terms = []
        paths = []
        order = []
        limit = nil
        self.aggregates = aggregates
    }

    /// Whether all values are the objects' own.
    var isOwn: Bool {
        paths.allSatisfy(\.isOwn) && aggregates.allSatisfy { $0.path?.isOwn ?? true }
    }

    /// Whether all keys are values, so that each object is in one group.
    var isPlain: Bool { terms.allSatisfy { $0.part == .value } }

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

    /// Returns the groups in their order, as many as are wanted.
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
        if let wanted = self.limit, wanted < groups.count {
            try groups.select(first: max(0, wanted)) { first, second in
                try pace.step()
                return precedes(first, second)
            }
            groups.removeSubrange(max(0, wanted)...)
        }
        try groups.sort(within: limit, by: precedes)
        return groups
    }

    private func precedes(_ first: Group, _ second: Group) -> Bool {
        for part in order {
            let order = first.values[part.place].order(relativeTo: second.values[part.place])
            if order != 0 { return part.isAscending ? order < 0 : order > 0 }
        }
        for (one, other) in zip(first.key, second.key) {
            let order = one.order(relativeTo: other)
            if order != 0 { return order < 0 }
        }
        return false
    }
}
