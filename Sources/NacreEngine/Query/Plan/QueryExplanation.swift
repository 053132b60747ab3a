/// How a request is going to be answered: which indexes lead to its objects, how many objects are
/// looked at, and what makes the order. Only time depends on it, never an answer.
///
/// Its text has three lines at most, and more for each path through references, since what these
/// lead to is looked for first, for each index that is still being built, and for each attribute
/// that is stored through stages:
///
///     City: index on population, 312 of 1000000 objects
///     filter: mayor.name == "Anne"
///     order: that of the index on population, descending
///     mayor: 14 found by Person: index on name, 14 of 50000 objects
public struct QueryExplanation: Sendable, Hashable, CustomStringConvertible {
    /// For people. It may change with any version.
    public let description: String
    /// At most so many objects are looked at.
    public let candidateCount: Int
    /// How many objects the entity has.
    public let objectCount: Int
    /// The indexes that are used, by the attributes that they are on: "population",
    /// "country, name". The one of the ids has the id's name.
    public let indexes: [String]
    /// Whether the objects that are found are sorted, because no index has their order.
    public let isSorted: Bool
    /// The attributes that the request filters, sorts or groups by and that are stored through
    /// stages.
    public let staged: [StagedAttribute]

    /// - Parameter isCounting: whether the plan is one for counting, which has no order.
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
    /// From left to right.
    fileprivate var indexNames: [String] {
        switch self {
        case .nothing, .everything, .columns: []
        case .ranges(let index, _): [index.name]
        case .intersection(let parts), .union(let parts): parts.flatMap(\.indexNames)
        }
    }
}
