internal import NacreEngine
internal import NacreFormat

/// A grouping request for the engine, and the decoding of its results.
struct GroupPlan<Owner: Entity, each Member> {
    let request: FetchRequest<Owner>
    let terms: [GroupTerm]
    private let aggregates: (repeat Aggregate<Owner, each Member>)
    /// The maximum number of groups; nil for all.
    private let limit: Int?
    /// Whether a test will filter the groups, so that the limit applies after it.
    private let isTested: Bool

    init(
        _ request: FetchRequest<Owner>, _ terms: [GroupTerm],
        _ aggregates: (repeat Aggregate<Owner, each Member>), limit: Int?, isTested: Bool
    ) {
        self.request = request
        self.terms = terms
        self.aggregates = aggregates
        self.limit = limit
        self.isTested = isTested
    }

    /// Returns the engine's form of the grouping.
    /// - Parameter registry: The entities of the store.
    /// - Throws: `invalidValue` if the request or an aggregate cannot be used.
    func grouping(in registry: EntityRegistry) throws(StoreError) -> Grouping {
        if let limit, limit < 0 {
            throw StoreError(.invalidValue, "A limit of groups must be 0 or more, not \(limit).")
        }
        var contents: [AggregateExpression] = []
        var order: [Grouping.Order] = []
        for aggregate in repeat each aggregates {
            if let problem = aggregate.problem { throw StoreError(.invalidValue, problem) }
            if let isAscending = aggregate.isAscending {
                order.append(Grouping.Order(contents.count, isAscending: isAscending))
            }
            contents.append(aggregate.content)
        }
        var grouping = Grouping(try request.query(in: registry), terms: terms, contents)
        grouping.order = order
        grouping.limit = isTested ? nil : limit
        return grouping
    }

    /// Whether there are as many groups as are wanted.
    func isFull(_ count: Int) -> Bool { limit.map { count >= $0 } ?? false }

    /// Returns the results of the aggregates, in their order.
    func values(of group: Group) throws(StoreError) -> (repeat each Member) {
        try results(group.values)
    }

    /// Returns the results of the aggregates from the engine's values.
    func results(_ values: [NacreFormat.Value]) throws(StoreError) -> (repeat each Member) {
        var rest = values[...]
        return (repeat try Self.next(&rest, each aggregates))
    }

    private static func next<Result>(
        _ values: inout ArraySlice<NacreFormat.Value>, _ aggregate: Aggregate<Owner, Result>
    ) throws(StoreError) -> Result {
        try aggregate.result(values.popFirst() ?? .null)
    }
}
