/// Which objects of which entity are wanted, in which order, and how many. Only data.
///
/// The order is always total: objects that all sorts leave equal come in ascending order of their
/// ids, and without sorts the ids alone decide. So a limit and an offset cut the same pages each
/// time.
package struct Query: Sendable, Hashable {
    package var entity: String
    package var filter: Filter
    /// The most important first.
    package var sorts: [Sorting]
    /// At most so many objects, counted behind the offset; all if nil.
    package var limit: Int?
    /// So many of the first objects are left out.
    package var offset: Int
    /// Only what comes behind this place in the order. The object that it was taken from need not
    /// be there any more. Offset and limit count from here.
    package var after: SortKey?

    @inline(__always) @inlinable
    package init(
        entity: String, filter: Filter = .all, sorts: [Sorting] = [], limit: Int? = nil,
        offset: Int = 0, after: SortKey? = nil
    ) {
        self.entity = entity
        self.filter = filter
        self.sorts = sorts
        self.limit = limit
        self.offset = offset
        self.after = after
    }

    /// The direction of the order's first part.
    var isAscending: Bool { sorts.first?.isAscending ?? true }
}

extension Query {
    /// Whether objects that references lead to or come from have a say in what it finds.
    package var reachesOtherObjects: Bool {
        var pending = [filter]
        while let filter = pending.popLast() {
            switch filter {
            case .among: return true
            case _ where filter.asksOthers: return true
            default: pending += filter.parts
            }
        }
        return sorts.contains { !$0.hops.isEmpty }
    }
}
