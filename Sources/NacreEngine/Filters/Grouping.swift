package import NacreFormat

/// The objects of a query, those with equal values at the end of some paths together, and what is
/// made of each group. Only data.
///
/// Values are equal as sorts see it: null is one group, every NaN is one, both zeros are one, and
/// so are canonically equivalent texts. Where the query has a limit or an offset, they choose the
/// objects, not the groups.
package struct Grouping: Sendable, Hashable {
    package var query: Query
    /// The most important first: groups come in the ascending order of these.
    package var paths: [AttributePath]
    package var aggregates: [Aggregate]

    package init(_ query: Query, by paths: [AttributePath], _ aggregates: [Aggregate] = []) {
        self.query = query
        self.paths = paths
        self.aggregates = aggregates
    }
}

/// What is known of the objects that have some values in common.
package struct Group: Sendable {
    /// In the order of ``Grouping/paths``. Of several that are equal but not the same, one.
    package let key: [Value]
    /// In the order of ``Grouping/aggregates``.
    package let values: [Value]
}
