internal import NacreEngine
internal import NacreFormat

/// A grouping request for the engine, and the decoding of its results.
struct GroupPlan<Owner: Entity, each Member> {
    let request: FetchRequest<Owner>
    let paths: [AttributePath]
    private let aggregates: (repeat Aggregate<Owner, each Member>)

    init(
        _ request: FetchRequest<Owner>, _ paths: [AttributePath],
        _ aggregates: (repeat Aggregate<Owner, each Member>)
    ) {
        self.request = request
        self.paths = paths
        self.aggregates = aggregates
    }

    /// Returns the engine's form of the grouping.
    /// - Parameter registry: The entities of the store.
    /// - Throws: `invalidValue` if the request or an aggregate cannot be used.
    func grouping(in registry: EntityRegistry) throws(StoreError) -> Grouping {
        var contents: [AggregateExpression] = []
        for aggregate in repeat each aggregates {
            if let problem = aggregate.problem { throw StoreError(.invalidValue, problem) }
            contents.append(aggregate.content)
        }
        return Grouping(try request.query(in: registry), by: paths, contents)
    }

    /// Returns the results of the aggregates, in their order.
    func values(of group: Group) throws(StoreError) -> (repeat each Member) {
        var rest = group.values[...]
        return (repeat try Self.next(&rest, each aggregates))
    }

    private static func next<Result>(
        _ values: inout ArraySlice<NacreFormat.Value>, _ aggregate: Aggregate<Owner, Result>
    ) throws(StoreError) -> Result {
        try aggregate.result(values.popFirst() ?? .null)
    }
}
