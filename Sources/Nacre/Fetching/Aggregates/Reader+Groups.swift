public import NacreEngine

extension Reader where Self: ~Escapable {
    /// Groups the objects of a request by the value of an attribute and computes aggregates for
    /// each group. The groups are in ascending order of the values; nil forms a group of its own.
    /// If an aggregate is ``Aggregate/ascending`` or ``Aggregate/descending``, they are in its
    /// order first.
    ///
    /// ```swift
    /// for (country, (count, people)) in try store.group(
    ///     City.all, by: \.country, .count, .sum(\.population))
    /// { ... }
    /// let largest = try store.group(
    ///     City.all, by: \.country, .sum(\.population).descending, limit: 10)
    /// ```
    /// - Parameters:
    ///   - request: The objects to group.
    ///   - field: The attribute to group by. Also ``Field/elements`` of a list, and the periods of
    ///     dates, `\.founded[.month, in: calendar]`.
    ///   - aggregates: The values to compute for each group.
    ///   - limit: The maximum number of groups, the first in their order; nil for all.
    ///   - having: A test for the groups to keep, given the key and the values.
    /// - Throws: `invalidValue` if a sum overflows or if the filter holds a value that cannot be
    ///   stored, and any error from reading.
    public func group<Owner: Entity, Key: GroupField, each Member>(
        _ request: FetchRequest<Owner>, by field: KeyPath<Owner.Fields, Key>,
        _ aggregates: repeat Aggregate<Owner, each Member>,
        limit: Int? = nil, having: ((Key.Value, repeat each Member) -> Bool)? = nil
    ) throws(StoreError) -> [(key: Key.Value, values: (repeat each Member))]
    where Key.Root == Owner {
        let field = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        let isTested = if case .some = having { true } else { false }
        let plan = GroupPlan(
            request, [field.term], (repeat each aggregates), limit: limit, isTested: isTested)
        var groups: [(key: Key.Value, values: (repeat each Member))] = []
        let source = try source
        for group in try source.groups(plan, [field.problem]) {
            if plan.isFull(groups.count) { break }
            try source.check(after: groups.count)
            let key = try field.decode(group.key[0])
            let values = try plan.values(of: group)
            guard having?(key, repeat each values) ?? true else { continue }
            groups.append((key: key, values: values))
        }
        return groups
    }

    /// Groups the objects of a request by the values of two attributes, the more significant one
    /// first.
    ///
    /// ```swift
    /// let counts = try store.group(City.all, by: \.country, \.status, .count)
    /// ```
    /// - Parameters:
    ///   - request: The objects to group.
    ///   - first: The attribute by which the groups are ordered first.
    ///   - second: The other attribute.
    ///   - aggregates: The values to compute for each group.
    ///   - limit: The maximum number of groups, the first in their order; nil for all.
    ///   - having: A test for the groups to keep, given the keys and the values.
    /// - Throws: `invalidValue` if a sum overflows or if the filter holds a value that cannot be
    ///   stored, and any error from reading.
    public func group<Owner: Entity, First: GroupField, Second: GroupField, each Member>(
        _ request: FetchRequest<Owner>, by first: KeyPath<Owner.Fields, First>,
        _ second: KeyPath<Owner.Fields, Second>,
        _ aggregates: repeat Aggregate<Owner, each Member>,
        limit: Int? = nil,
        having: ((First.Value, Second.Value, repeat each Member) -> Bool)? = nil
    ) throws(StoreError) -> [(key: (First.Value, Second.Value), values: (repeat each Member))]
    where First.Root == Owner, Second.Root == Owner {
        let first = Owner.Fields(FieldPath())[keyPath: first].singleCoding
        let second = Owner.Fields(FieldPath())[keyPath: second].singleCoding
        let isTested = if case .some = having { true } else { false }
        let plan = GroupPlan(
            request, [first.term, second.term], (repeat each aggregates), limit: limit,
            isTested: isTested)
        var groups: [(key: (First.Value, Second.Value), values: (repeat each Member))] = []
        let source = try source
        for group in try source.groups(plan, [first.problem, second.problem]) {
            if plan.isFull(groups.count) { break }
            try source.check(after: groups.count)
            let key = (try first.decode(group.key[0]), try second.decode(group.key[1]))
            let values = try plan.values(of: group)
            guard having?(key.0, key.1, repeat each values) ?? true else { continue }
            groups.append((key: key, values: values))
        }
        return groups
    }
}
