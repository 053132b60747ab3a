package import NacreFormat

/// One aggregate of all objects of a query, followed from commit to commit. A least or greatest
/// value is computed again when its holder leaves, which takes one step with an index. All others
/// are ``FollowedGroups`` of one group.
package struct FollowedAggregate {
    private let aggregate: AggregateExpression
    private let query: Query
    private var groups: FollowedGroups
    /// The entity's definition at the last answer; nil if ``extreme`` is not known.
    private var definition: EntityDefinition?
    private var extreme = Value.null

    /// The maximum number of touched objects that are read one by one.
    private static let touchedMax = 4096

    package init(_ aggregate: AggregateExpression, _ query: Query) {
        self.aggregate = aggregate
        self.query = query
        groups = FollowedGroups(Grouping(query, terms: [], [aggregate]))
    }

    /// Whether the value depends on objects of other entities.
    package var dependsOnOtherObjects: Bool { groups.dependsOnOtherObjects }

    /// Returns the value in a snapshot.
    /// - Parameters:
    ///   - touched: The rows of the entity that commits since the last answer have touched, all
    ///     those that affect the value among them; nil if they are not known.
    ///   - former: A state after the last answer and before these commits; nil if there is none.
    package mutating func value(
        _ snapshot: DatabaseSnapshot, touched: Set<RowNumber>?, since former: DatabaseSnapshot?
    ) throws -> Value {
        switch aggregate {
        case .count, .sum, .average:
            return try groups.groups(snapshot, touched: touched, since: former)
                .first?.values.first ?? .null
        case .min(let path), .max(let path):
            let view = snapshot.view
            try view.checked {
                let next = try snapshot.definition(query.entity)
                let touched = definition === next ? touched : nil
                if touched?.isEmpty == true && !dependsOnOtherObjects { return }
                definition = nil
                if try !follow(touched, from: former, to: snapshot, path) {
                    extreme = try snapshot.aggregate([aggregate], query).first ?? .null
                }
                definition = next
            }
            return extreme
        }
    }

    /// Brings the least or greatest value up to date.
    /// - Returns: False if it must be computed again.
    private mutating func follow(
        _ touched: Set<RowNumber>?, from former: DatabaseSnapshot?, to snapshot: DatabaseSnapshot,
        _ path: AttributePath
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
