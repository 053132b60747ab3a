public import NacreEngine

extension Reader where Self: ~Escapable {
    /// The objects of a request by the value of an attribute, with aggregates of each group, in the
    /// ascending order of the values. nil is a group of its own.
    ///
    /// ```swift
    /// for (country, (count, people)) in try store.group(
    ///     City.all, by: \.country, .count, .sum(\.population))
    /// { ... }
    /// ```
    /// - Parameters:
    ///   - request: which objects count.
    ///   - field: the attribute whose values make the groups.
    ///   - aggregates: what is wanted of each group.
    ///   - having: which groups are wanted, by their key and their values.
    /// - Throws: `invalidValue` if there is no room for a sum, or if the filter holds a value that
    ///   cannot be stored, and what reading throws.
    public func group<Owner: Entity, Key: SingleValue, each Member>(
        _ request: FetchRequest<Owner>, by field: KeyPath<Owner.Fields, Field<Owner, Key>>,
        _ aggregates: repeat Aggregate<Owner, each Member>,
        having: ((Key, repeat each Member) -> Bool)? = nil
    ) throws(StoreError) -> [(key: Key, values: (repeat each Member))] {
        let field = GroupField(Owner.Fields(FieldPath())[keyPath: field])
        let plan = GroupPlan(request, [field.path], (repeat each aggregates))
        var groups: [(key: Key, values: (repeat each Member))] = []
        for group in try source.groups(plan, [field.problem]) {
            let key: Key = try field.decode(group.key[0])
            let values = try plan.values(of: group)
            guard having?(key, repeat each values) ?? true else { continue }
            groups.append((key: key, values: values))
        }
        return groups
    }

    /// The same by the values of two attributes, the more important one first.
    ///
    /// ```swift
    /// let counts = try store.group(City.all, by: \.country, \.status, .count)
    /// ```
    /// - Parameters:
    ///   - request: which objects count.
    ///   - first: the attribute by which the groups are ordered first.
    ///   - second: the other attribute.
    ///   - aggregates: what is wanted of each group.
    ///   - having: which groups are wanted, by their keys and their values.
    /// - Throws: as the form with one attribute.
    public func group<Owner: Entity, First: SingleValue, Second: SingleValue, each Member>(
        _ request: FetchRequest<Owner>, by first: KeyPath<Owner.Fields, Field<Owner, First>>,
        _ second: KeyPath<Owner.Fields, Field<Owner, Second>>,
        _ aggregates: repeat Aggregate<Owner, each Member>,
        having: ((First, Second, repeat each Member) -> Bool)? = nil
    ) throws(StoreError) -> [(key: (First, Second), values: (repeat each Member))] {
        let first = GroupField(Owner.Fields(FieldPath())[keyPath: first])
        let second = GroupField(Owner.Fields(FieldPath())[keyPath: second])
        let plan = GroupPlan(request, [first.path, second.path], (repeat each aggregates))
        var groups: [(key: (First, Second), values: (repeat each Member))] = []
        for group in try source.groups(plan, [first.problem, second.problem]) {
            let firstKey: First = try first.decode(group.key[0])
            let key = (firstKey, try second.decode(group.key[1]) as Second)
            let values = try plan.values(of: group)
            guard having?(key.0, key.1, repeat each values) ?? true else { continue }
            groups.append((key: key, values: values))
        }
        return groups
    }
}
