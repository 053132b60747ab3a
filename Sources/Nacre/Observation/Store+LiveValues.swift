internal import NacreEngine
internal import NacreFormat

extension Store {
    /// Returns an aggregate of the objects of a request, now and whenever it has changed.
    ///
    /// ```swift
    /// for try await count in store.values(of: .count, Issue.where { $0.status == .open }) {
    ///     badge = count
    /// }
    /// ```
    /// - Parameters:
    ///   - aggregate: The aggregate.
    ///   - request: The objects to aggregate. Its limit and offset apply. If it is invalid, reading
    ///     the first value throws.
    public func values<Owner: Entity, Result>(
        of aggregate: Aggregate<Owner, Result>, _ request: FetchRequest<Owner>
    ) -> LiveValues<Result> {
        LiveValues { [database, registry] () throws(StoreError) in
            if let problem = aggregate.problem { throw StoreError(.invalidValue, problem) }
            let entity = try registry.binding(Owner.self).definition.schema.number
            let query = try request.query(in: registry)
            var followed = FollowedAggregate(aggregate.content, query)
            var last: NacreFormat.Value?
            let interest = Interest(in: Grouping(query, terms: [], [aggregate.content]))
            return try ValueWatch(database, interest) { snapshot, touched throws(StoreError) in
                let value = try StoreError.typed {
                    try followed.value(
                        snapshot, touched: touched?.rows(of: entity), since: touched?.before)
                }
                if last?.isIdentical(to: value) == true { return nil }
                let result = try aggregate.result(value)
                last = value
                return result
            }
        }
    }

    /// Returns the groups of the objects of a request, now and whenever they have changed. The
    /// arguments are those of ``Reader/group(_:by:_:limit:having:)``.
    ///
    /// ```swift
    /// for try await groups in store.values(
    ///     ofGroups: Issue.all, by: \.labels.elements, .count.descending, limit: 10)
    /// { show(groups.map { "\($0.key): \($0.values)" }) }
    /// ```
    /// - Parameters:
    ///   - request: The objects to group.
    ///   - field: The attribute to group by.
    ///   - aggregates: The values to compute for each group.
    ///   - limit: The maximum number of groups, the first in their order; nil for all.
    ///   - having: A test for the groups to keep, given the key and the values.
    public func values<Owner: Entity, Key: GroupField, each Member>(
        ofGroups request: FetchRequest<Owner>, by field: KeyPath<Owner.Fields, Key>,
        _ aggregates: repeat Aggregate<Owner, each Member>, limit: Int? = nil,
        having: (@Sendable (Key.Value, repeat each Member) -> Bool)? = nil
    ) -> LiveValues<[(key: Key.Value, values: (repeat each Member))]> where Key.Root == Owner {
        let field = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        let isTested = if case .some = having { true } else { false }
        return LiveValues { [database, registry] () throws(StoreError) in
            let plan = GroupPlan(
                request, [field.term], (repeat each aggregates), limit: limit, isTested: isTested)
            if let problem = field.problem { throw StoreError(.invalidValue, problem) }
            let entity = try registry.binding(Owner.self).definition.schema.number
            let grouping = try plan.grouping(in: registry)
            var followed = FollowedGroups(grouping)
            var last: [Group]?
            return try ValueWatch(
                database, Interest(in: grouping)
            ) { snapshot, touched throws(StoreError) in
                let found = try StoreError.typed {
                    try followed.groups(
                        snapshot, touched: touched?.rows(of: entity), since: touched?.before)
                }
                var kept: [Group] = []
                var groups: [(key: Key.Value, values: (repeat each Member))] = []
                for group in found {
                    if plan.isFull(groups.count) { break }
                    let key = try field.decode(group.key[0])
                    let values = try plan.values(of: group)
                    guard having?(key, repeat each values) ?? true else { continue }
                    kept.append(group)
                    groups.append((key: key, values: values))
                }
                if let last, last.isIdentical(to: kept) { return nil }
                last = kept
                return groups
            }
        }
    }

    /// Returns a percentile of an attribute of all objects of an entity, now and whenever it has
    /// changed. It is computed again after each commit that changes the attribute, or inserts or
    /// deletes objects. With an index of the attribute that takes microseconds. Without one, all
    /// objects are read.
    ///
    /// ```swift
    /// for try await median in store.values(ofPercentile: 0.5, Issue.self, \.hours) { ... }
    /// ```
    /// - Parameters:
    ///   - fraction: The fraction, from 0 to 1.
    ///   - type: The entity.
    ///   - field: The attribute.
    public func values<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        ofPercentile fraction: Double, _ type: Owner.Type,
        _ field: KeyPath<Owner.Fields, Member>
    ) -> LiveValues<Value?> where Member.Root == Owner, Member.Value == Value {
        percentiles(fraction, field) { $0 }
    }

    /// Returns a percentile of an optional attribute among the objects that have a value, now and
    /// whenever it has changed.
    /// - Parameters:
    ///   - fraction: The fraction, from 0 to 1.
    ///   - type: The entity.
    ///   - field: The attribute.
    public func values<Owner: Entity, Member: ComparableField, Value: Comparable & Sendable>(
        ofPercentile fraction: Double, _ type: Owner.Type, _ field: KeyPath<Owner.Fields, Member>
    ) -> LiveValues<Value?> where Member.Root == Owner, Member.Value == Value? {
        percentiles(fraction, field) { $0 ?? nil }
    }

    private func percentiles<
        Owner: Entity, Member: ComparableField, Value: Equatable & Sendable
    >(
        _ fraction: Double, _ field: KeyPath<Owner.Fields, Member>,
        _ flat: @escaping @Sendable (Member.Value?) -> Value?
    ) -> LiveValues<Value?> where Member.Root == Owner {
        let field = Owner.Fields(FieldPath())[keyPath: field]
        return LiveValues { [database, registry] () throws(StoreError) in
            var last: Value??
            let name = try registry.binding(Owner.self).definition.schema.name
            let interest = Interest(in: field.singleCoding.path.attribute, of: name)
            return try ValueWatch(database, interest) { snapshot, _ throws(StoreError) in
                let source = ReadSource(content: .snapshot(snapshot), registry: registry)
                let value = flat(try source.percentile(fraction, field))
                if let last, last == value { return nil }
                last = .some(value)
                return .some(value)
            }
        }
    }
}
