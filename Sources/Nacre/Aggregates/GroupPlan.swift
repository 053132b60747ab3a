internal import NacreEngine
internal import NacreFormat

/// What to ask of the engine for groups, and how to read its answer.
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

    /// - Throws: `invalidValue` if the request or an aggregate cannot be used.
    func grouping() throws(StoreError) -> Grouping {
        var contents: [NacreEngine.Aggregate] = []
        for aggregate in repeat each aggregates {
            if let problem = aggregate.problem { throw StoreError(.invalidValue, problem) }
            contents.append(aggregate.content)
        }
        return Grouping(try request.query(), by: paths, contents)
    }

    /// The results of the aggregates, in their order.
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
