package import NacreFormat

/// One aggregate of all objects of a query, followed from commit to commit. A least or greatest
/// value is computed again when its holder leaves, which takes one step with an index. All others
/// are ``FollowedGroups`` of one group.
package struct FollowedAggregate {
    private let aggregate: AggregateExpression
    private let query: Query
    private var groups: FollowedGroups
    /// The state of ``extreme``; nil before the first answer.
    private var former: DatabaseSnapshot?
    private var extreme = Value.null

    /// The maximum number of touched objects that are read one by one.
    private static let touchedMax = 4096

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
                let isSame =
                    try former?.definition(query.entity) === snapshot.definition(query.entity)
                let isUnchanged = isSame && touched?.isEmpty == true && !reachesOtherObjects
                if try !isUnchanged && !follow(isSame ? touched : nil, to: snapshot, path) {
                    former = nil
                    extreme = try snapshot.aggregate([aggregate], query).first ?? .null
                }
            }
            // Also if nothing has changed: a snapshot keeps files from being freed.
            former = snapshot
            return extreme
        }
    }

    /// Brings the least or greatest value up to date.
    /// - Returns: False if it must be computed again.
    private mutating func follow(
        _ touched: Set<RowNumber>?, to snapshot: DatabaseSnapshot, _ path: AttributePath
    ) throws -> Bool {
        let definition = try snapshot.definition(query.entity)
        guard let touched, let former, query.isByObject, path.hops.isEmpty,
            touched.count <= Self.touchedMax
        else { return false }
        let names = [path.attribute]
        let old = try TouchedObjects(touched, of: query, names, in: former.view)
        let new = try TouchedObjects(touched, of: query, names, in: snapshot.view)
        let isHolderGone = old.differing(from: new).contains {
            $0.values[0].order(relativeTo: extreme) == 0
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
