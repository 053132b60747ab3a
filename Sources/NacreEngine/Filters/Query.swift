/// A request for objects of an entity: which ones, in which order, and how many. Only data.
///
/// The order is always total: objects that all sorts leave equal are in ascending order of their
/// ids. Without sorts, the ids alone decide. So a limit and an offset select the same pages each
/// time.
package struct Query: Sendable, Hashable {
    package var entity: String
    package var filter: FilterExpression
    /// The sorts, the most important first.
    package var sorts: [SortTerm]
    /// The maximum number of objects, counted after the offset. Nil: all.
    package var limit: Int?
    /// The number of leading objects to skip.
    package var offset: Int
    /// The place in the order after which the results begin. The object from which it was taken
    /// need not exist any more. Offset and limit count from here.
    package var after: SortKey?

    @inline(__always) @inlinable
    package init(
        entity: String, filter: FilterExpression = .all, sorts: [SortTerm] = [], limit: Int? = nil,
        offset: Int = 0, after: SortKey? = nil
    ) {
        self.entity = entity
        self.filter = filter
        self.sorts = sorts
        self.limit = limit
        self.offset = offset
        self.after = after
    }

    /// The direction of the first sort.
    var isAscending: Bool { sorts.first?.isAscending ?? true }
}

extension Query {
    /// Whether the result depends on objects that references lead to or come from, or on an index
    /// of full texts.
    package var reachesOtherObjects: Bool { dependsOnOtherObjects || filter.hasSearch }

    /// Whether other objects decide which objects are in the result, or where. A search of an
    /// object's own texts does not count: only this object decides, although an index answers.
    package var dependsOnOtherObjects: Bool {
        var pending = [filter]
        while let filter = pending.popLast() {
            switch filter {
            case .among: return true
            case _ where filter.reachesOthers: return true
            default: pending += filter.parts
            }
        }
        return sorts.contains { !$0.hops.isEmpty }
    }
}
