package import NacreFormat

/// The objects of a query, grouped by equal values at the end of some paths, and the aggregates of
/// each group. Only data.
///
/// Values are equal if sorts treat them as equal: null is one group, all NaNs are one, both zeros
/// are one, and canonically equivalent texts are one. A limit or an offset of the query selects
/// objects, not groups.
package struct Grouping: Sendable, Hashable {
    package var query: Query
    /// The parts of the groups' keys, the most important first. Groups are in ascending order of
    /// these.
    package var terms: [GroupTerm]
    package var aggregates: [AggregateExpression]
    /// The aggregates by which the groups are ordered before their keys, the most important first.
    package var order: [Order] = []
    /// The maximum number of groups, the first in the order; nil for all.
    package var limit: Int?

    /// One aggregate to order groups by. Null comes first in ascending order.
    package struct Order: Sendable, Hashable {
        /// The index among the aggregates.
        package let place: Int
        package let isAscending: Bool

        package init(_ place: Int, isAscending: Bool) {
            self.place = place
            self.isAscending = isAscending
        }
    }

    package init(
        _ query: Query, by paths: [AttributePath], _ aggregates: [AggregateExpression] = []
    ) {
        self.init(query, terms: paths.map { GroupTerm($0) }, aggregates)
    }

    package init(
        _ query: Query, terms: [GroupTerm], _ aggregates: [AggregateExpression] = []
    ) {
        self.query = query
        self.terms = terms
        self.aggregates = aggregates
    }
}

/// The values of a group of objects.
package struct Group: Sendable {
    /// The group's values, in the order of ``Grouping/terms``. If equal values differ, any one of
    /// them.
    package let key: [Value]
    /// The aggregates, in the order of ``Grouping/aggregates``.
    package let values: [Value]
}
