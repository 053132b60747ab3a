/// How groups are going to be made: how the objects are found that come to them, and whether
/// columns say all that is asked of these. Only time depends on it, never an answer.
///
/// Its text has the lines of ``objects``, and then what is made of them:
///
///     City: index on population, 312 of 1000000 objects
///     groups: count, sum(area) by country, status
///     having: a test of each group
public struct GroupExplanation: Sendable, Hashable, CustomStringConvertible {
    /// How the objects are found. They have an order only where a limit or an offset chooses them
    /// by it.
    public let objects: QueryExplanation
    /// What makes the groups, the most important first: "country", "mayor.name". Without any, all
    /// objects are one group.
    public let keys: [String]
    /// What is made of each group: "count", "sum(area)".
    public let aggregates: [String]
    /// The columns that say what groups there are and what is made of them, so that one object of
    /// each group is looked at, or few more. Empty where every object is: with texts and data of
    /// more than seven bytes, say, which their columns do not tell apart.
    public let columns: [String]
    /// The indexes that say the same, of which one makes the groups. Empty where columns say it.
    public let indexes: [String]
    /// Whether groups are left out by a test, `having`, once they are made.
    public let isTested: Bool

    init(
        _ grouping: Grouping, of objects: QueryExplanation, columns: [String], indexes: [String],
        isTested: Bool
    ) {
        self.objects = objects
        keys = grouping.paths.map(\.description)
        aggregates = grouping.aggregates.map(\.description)
        self.columns = columns
        self.indexes = indexes
        self.isTested = isTested
    }

    /// For people. It may change with any version.
    public var description: String {
        let made = aggregates.isEmpty ? "groups:" : "groups: \(aggregates.joined(separator: ", "))"
        let by = keys.isEmpty ? " of all together" : " by \(keys.joined(separator: ", "))"
        let known =
            Self.known(by: columns, "column", "columns")
            + Self.known(by: indexes, "index on", "indexes on")
        let test = isTested ? "\nhaving: a test of each group" : ""
        return "\(objects)\n\(made)\(by)\(known)\(test)"
    }

    private static func known(by names: [String], _ one: String, _ several: String) -> String {
        guard !names.isEmpty else { return "" }
        let word = names.count == 1 ? one : several
        return ", known by \(word) \(names.joined(separator: ", "))"
    }
}
