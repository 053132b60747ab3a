public import NacreEngine
internal import NacreFormat

extension Reader where Self: ~Escapable {
    /// Returns the objects of a request, each with aggregates of the objects that refer to it. If
    /// an aggregate is ``Aggregate/ascending`` or ``Aggregate/descending``, the objects are in its
    /// order; those with equal values, and all others, are in the order of the request.
    ///
    /// ```swift
    /// let busiest = try store.fetch(
    ///     Person.all, with: \.tasks, in: Task.where { $0.isDone == false },
    ///     .count.descending, .sum(\.hours), limit: 10)
    /// for (person, (count, hours)) in busiest { ... }
    /// ```
    /// An object to which no object refers is in the result, too, with a count and a sum of 0 and
    /// with nil for the other aggregates. The aggregates are computed once, by groups of the
    /// objects that refer.
    /// - Parameters:
    ///   - request: The objects. Its limit and offset apply before the order of the aggregates.
    ///   - members: The other side of the reference.
    ///   - matching: The objects that count, among those that refer; nil for all of them.
    ///   - aggregates: The values to compute for each object.
    ///   - limit: The maximum number of objects, the first in the order; nil for all.
    ///   - having: A test for the objects to keep, given the values.
    /// - Throws: `invalidValue` if a sum overflows or if a filter holds a value that cannot be
    ///   stored, `unknownEntity` if the store was opened without one of the types, and any error
    ///   from reading.
    public func fetch<Owner: Entity, Member: Entity, each Result>(
        _ request: FetchRequest<Owner>,
        with members: KeyPath<Owner.Fields, InverseField<Owner, Member>>,
        in matching: FetchRequest<Member>? = nil,
        _ aggregates: repeat Aggregate<Member, each Result>,
        limit: Int? = nil, having: ((repeat each Result) -> Bool)? = nil
    ) throws(StoreError) -> [(object: Owner, values: (repeat each Result))] {
        let isTested = if case .some = having { true } else { false }
        let source = try source
        let registry = source.registry
        let members = Owner.Fields(FieldPath())[keyPath: members]
        let groups = GroupPlan(
            matching ?? Member.all, [try MemberPlan.term(of: members, in: registry)],
            (repeat each aggregates), limit: limit, isTested: isTested)
        let plan = try MemberPlan(request, groups.grouping(in: registry), in: registry)
        var result: [(object: Owner, values: (repeat each Result))] = []
        try plan.forEachOwner(in: source) { (object, values) throws(StoreError) in
            if groups.isFull(result.count) { return false }
            try source.check(after: result.count)
            let values = try groups.results(values)
            guard having?(repeat each values) ?? true else { return true }
            result.append((object: try object(), values: values))
            return true
        }
        return result
    }
}
