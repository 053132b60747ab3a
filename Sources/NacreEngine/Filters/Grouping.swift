package import NacreFormat

/// The objects of a query, grouped by equal values at the end of some paths, and the aggregates of
/// each group. Only data.
///
/// Values are equal if sorts treat them as equal: null is one group, all NaNs are one, both zeros
/// are one, and canonically equivalent texts are one. A limit or an offset of the query selects
/// objects, not groups.
package struct Grouping: Sendable, Hashable {
    package var query: Query
    /// The paths of the group keys, the most important first. Groups are in ascending order of
    /// these.
    package var paths: [AttributePath]
    package var aggregates: [AggregateExpression]

    package init(
        _ query: Query, by paths: [AttributePath], _ aggregates: [AggregateExpression] = []
    ) {
        self.query = query
        self.paths = paths
        self.aggregates = aggregates
    }
}

/// The values of a group of objects.
package struct Group: Sendable {
    /// The group's values, in the order of ``Grouping/paths``. If equal values differ, any one of
    /// them.
    package let key: [Value]
    /// The aggregates, in the order of ``Grouping/aggregates``.
    package let values: [Value]
}
