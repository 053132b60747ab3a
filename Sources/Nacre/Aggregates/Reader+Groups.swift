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
    public func group<Owner: Entity, Key: SingleField, each Member>(
        _ request: FetchRequest<Owner>, by field: KeyPath<Owner.Fields, Key>,
        _ aggregates: repeat Aggregate<Owner, each Member>,
        having: ((Key.Value, repeat each Member) -> Bool)? = nil
    ) throws(StoreError) -> [(key: Key.Value, values: (repeat each Member))]
    where Key.Root == Owner {
        let field = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        let plan = GroupPlan(request, [field.path], (repeat each aggregates))
        var groups: [(key: Key.Value, values: (repeat each Member))] = []
        for group in try source.groups(plan, [field.problem]) {
            let key = try field.decode(group.key[0])
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
    public func group<Owner: Entity, First: SingleField, Second: SingleField, each Member>(
        _ request: FetchRequest<Owner>, by first: KeyPath<Owner.Fields, First>,
        _ second: KeyPath<Owner.Fields, Second>,
        _ aggregates: repeat Aggregate<Owner, each Member>,
        having: ((First.Value, Second.Value, repeat each Member) -> Bool)? = nil
    ) throws(StoreError) -> [(key: (First.Value, Second.Value), values: (repeat each Member))]
    where First.Root == Owner, Second.Root == Owner {
        let first = Owner.Fields(FieldPath())[keyPath: first].singleCoding
        let second = Owner.Fields(FieldPath())[keyPath: second].singleCoding
        let plan = GroupPlan(request, [first.path, second.path], (repeat each aggregates))
        var groups: [(key: (First.Value, Second.Value), values: (repeat each Member))] = []
        for group in try source.groups(plan, [first.problem, second.problem]) {
            let key = (try first.decode(group.key[0]), try second.decode(group.key[1]))
            let values = try plan.values(of: group)
            guard having?(key.0, key.1, repeat each values) ?? true else { continue }
            groups.append((key: key, values: values))
        }
        return groups
    }
}
