/// An explanation of how a request will be answered: which indexes lead to its objects, how many
/// objects are examined, and how they are ordered. The choice affects only the time, never the
/// result.
///
/// The text has at most three lines, plus one or more for each path through references, whose
/// targets are looked up first, for each index that is still being built, and for each attribute
/// that is stored through stages:
///
///     City: index on population, 312 of 1000000 objects
///     filter: mayor.name == "Anne"
///     order: that of the index on population, descending
///     mayor: 14 found by Person: index on name, 14 of 50000 objects
public struct QueryExplanation: Sendable, Hashable, CustomStringConvertible {
    /// The text, for people. It may change with any version.
    public let description: String
    /// The maximum number of objects examined.
    public let candidateCount: Int
    /// The number of objects of the entity.
    public let objectCount: Int
    /// The indexes used, named by their attributes: "population", "country, name". The index of the
    /// ids has the name of the id attribute.
    public let indexes: [String]
    /// Whether the objects found are sorted, because no index has their order.
    public let isSorted: Bool
    /// The attributes that the request filters, sorts or groups by and that are stored through
    /// stages.
    public let staged: [StagedAttribute]

    /// - Parameter isCounting: Whether the plan is one for counting, which has no order.
    init(_ plan: QueryPlan, isCounting: Bool) {
        description =
            isCounting ? plan.accessLines.joined(separator: "\n") : plan.description
        candidateCount = plan.candidateCount ?? plan.objectCount
        objectCount = plan.objectCount
        staged = plan.staged
        var names = plan.access.indexNames
        switch plan.order {
        case .walk: isSorted = false
        case .sort: isSorted = !isCounting
        }
        var seen: Set<String> = []
        names.removeAll { !seen.insert($0).inserted }
        indexes = names
    }
}

extension Access {
    /// The names of the indexes used, from left to right.
    fileprivate var indexNames: [String] {
        switch self {
        case .nothing, .everything, .columns: []
        case .ranges(let index, _): [index.name]
        case .intersection(let parts), .union(let parts): parts.flatMap(\.indexNames)
        }
    }
}
