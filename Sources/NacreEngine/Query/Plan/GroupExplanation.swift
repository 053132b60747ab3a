/// An explanation of how groups will be made: how their objects are found, and whether columns
/// alone provide the keys and aggregates. The choice affects only the time, never the result.
///
/// The text has the lines of ``objects``, followed by the grouping:
///
///     City: index on population, 312 of 1000000 objects
///     groups: count, sum(area) by country, status
///     having: a test of each group
public struct GroupExplanation: Sendable, Hashable, CustomStringConvertible {
    /// The plan that finds the objects. It has an order only if a limit or an offset selects
    /// objects by it.
    public let objects: QueryExplanation
    /// The values that objects are grouped by, the most significant first: "country", "mayor.name",
    /// "elements of labels".
    /// If empty, all objects are one group.
    public let keys: [String]
    /// The aggregates of each group: "count", "sum(area)".
    public let aggregates: [String]
    /// The columns that provide the groups and their aggregates, so that only one or a few objects
    /// of each group are read. Empty if every object is read: for example, for texts and data of
    /// more than seven bytes, which their columns do not tell apart.
    public let columns: [String]
    /// The indexes that provide them, one of which makes the groups. Empty if columns provide them.
    public let indexes: [String]
    /// Whether a test, `having`, filters the groups once they are made.
    public let isTested: Bool

    init(
        _ grouping: Grouping, of objects: QueryExplanation, columns: [String], indexes: [String],
        isTested: Bool
    ) {
        self.objects = objects
        keys = grouping.terms.map(\.description)
        aggregates = grouping.aggregates.map(\.description)
        self.columns = columns
        self.indexes = indexes
        self.isTested = isTested
    }

    /// The text, for people. It may change with any version.
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
