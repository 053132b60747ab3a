/// An explanation of how a request will be answered: which indexes lead to its objects, how many
/// objects are examined, and how they are ordered. The choice affects only the time, never the
/// result.
///
/// The text has at most three lines, plus one or more for each path through references, whose
/// targets are looked up first, for each index that is still being built, for each attribute that
/// is stored through stages, and for the attributes that a projection decodes:
///
///     City: index on population, 312 of 1000000 objects
///     filter: mayor.name == "Anne"
///     order: that of the index on population, descending
///     mayor: 14 found by Person: index on name, 14 of 50000 objects
public struct QueryExplanation: Sendable, Hashable, CustomStringConvertible {
    /// The text, for people. It may change with any version.
    public private(set) var description: String
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
    /// The attributes that are decoded, for a request that selects some; otherwise nil.
    public private(set) var decoded: DecodedAttributes?

    /// The attributes that are decoded of each object found.
    public struct DecodedAttributes: Sendable, Hashable, CustomStringConvertible {
        /// The number of the object's own attributes that are decoded. Each property of an
        /// embedded struct is an attribute.
        public let count: Int
        /// The number of attributes that an object has.
        public let total: Int
        /// The number of attributes of other objects that are decoded, behind references.
        public let referencedCount: Int

        package init(_ count: Int, of total: Int, referencedCount: Int) {
            self.count = count
            self.total = total
            self.referencedCount = referencedCount
        }

        /// The text, for people. It may change with any version.
        public var description: String {
            let own = "decodes \(count) of \(total.counted("attribute"))"
            return referencedCount == 0 ? own : own + " and \(referencedCount) behind references"
        }
    }

    /// Returns this explanation for a request that selects attributes.
    package func decoding(_ decoded: DecodedAttributes) -> QueryExplanation {
        var explanation = self
        explanation.decoded = decoded
        explanation.description += "\n\(decoded)"
        return explanation
    }

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
        case .nothing, .everything, .columns, .rows: []
        case .ranges(let index, _): [index.name]
        case .intersection(let parts), .union(let parts): parts.flatMap(\.indexNames)
        }
    }
}
