package import NacreFormat

/// One aggregate of all objects of a query, followed from commit to commit. A least or greatest
/// value is asked for again when its holder leaves, which an index answers at once. All others are
/// ``FollowedGroups`` of one group.
package struct FollowedAggregate {
    private let aggregate: AggregateExpression
    private let query: Query
    private var groups: FollowedGroups
    /// The state of ``extreme``; nil before the first answer.
    private var former: DatabaseSnapshot?
    private var extreme = Value.null

    package init(_ aggregate: AggregateExpression, _ query: Query) {
        self.aggregate = aggregate
        self.query = query
        groups = FollowedGroups(Grouping(query, terms: [], [aggregate]))
    }

    /// Whether the value depends on objects of other entities.
    package var reachesOtherObjects: Bool { groups.reachesOtherObjects }

    /// Returns the value in a snapshot.
    /// - Parameter touched: All rows of the entity that commits since the last answer have touched;
    ///   nil if they are not known.
    package mutating func value(
        _ snapshot: DatabaseSnapshot, touched: Set<RowNumber>?
    ) throws -> Value {
        switch aggregate {
        case .count, .sum, .average:
            return try groups.groups(snapshot, touched: touched).first?.values.first ?? .null
        case .min(let path), .max(let path):
            let view = snapshot.view
            try view.checked {
                if try !follow(touched, to: snapshot, path) {
                    extreme = try snapshot.aggregate([aggregate], query).first ?? .null
                }
            }
            former = snapshot
            return extreme
        }
    }

    /// Brings the least or greatest value up to date.
    /// - Returns: False if it must be asked for again.
    private mutating func follow(
        _ touched: Set<RowNumber>?, to snapshot: DatabaseSnapshot, _ path: AttributePath
    ) throws -> Bool {
        let definition = try snapshot.definition(query.entity)
        guard let touched, let former, query.isByObject, path.hops.isEmpty,
            try former.definition(query.entity) === definition
        else { return false }
        let names = [path.attribute]
        let old = try TouchedObjects(touched, of: query, names, in: former.view)
        let new = try TouchedObjects(touched, of: query, names, in: snapshot.view)
        var isHolderGone = false
        for object in old.differing(from: new) {
            if object.values[0].order(relativeTo: extreme) == 0 { isHolderGone = true }
        }
        if isHolderGone { return false }
        let scope = FilterScope(definition.schema, snapshot.catalog.finder)
        let bound = try BoundAggregate(aggregate, in: scope)
        var cell = AggregateCell()
        cell.add(extreme, bound.operation)
        for object in new.differing(from: old) { cell.add(object.values[0], bound.operation) }
        extreme = try cell.result(of: bound)
        return true
    }
}
