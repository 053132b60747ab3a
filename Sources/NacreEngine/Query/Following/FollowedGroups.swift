package import NacreFormat

/// Groups that are followed from commit to commit. Only objects that commits have touched are read
/// again: their former values are taken out of the cells of their groups, and the new ones are
/// added. The groups are made again in full in these cases:
///
/// - A limit or other objects affect the result, or many objects were touched.
/// - The least or greatest value of a group leaves it, because the next one is not known.
/// - Values of a sum of floating-point numbers change: it depends on the order of the additions.
///
/// No state of the store is kept meanwhile, because it would keep files from being freed. The
/// values before a change are read from a state that the caller has.
///
/// Invariant: if there are cells, they are those of the objects in the state of the last answer.
package struct FollowedGroups {
    private let grouping: Grouping
    /// The grouping with a count at the end, which is 0 for a group without objects. All groups
    /// count, in any order.
    private let counted: Grouping
    /// The entity's definition at the last answer.
    private var definition: EntityDefinition?
    private var cells: GroupCells?
    /// The groups of the cells.
    private var last: [Group] = []

    package init(_ grouping: Grouping) {
        self.grouping = grouping
        var counted = grouping
        counted.aggregates.append(.count)
        counted.order = []
        counted.limit = nil
        counted.query.sorts = []
        self.counted = counted
    }

    /// Whether the groups depend on objects of other entities.
    package var dependsOnOtherObjects: Bool {
        grouping.query.dependsOnOtherObjects
            || (grouping.terms.map(\.path) + grouping.aggregates.compactMap(\.path)).contains {
                !$0.hops.isEmpty
            }
    }

    /// Returns the groups in a snapshot.
    /// - Parameters:
    ///   - touched: The rows of the entity that commits since the last answer have touched, all
    ///     those that affect the groups among them; nil if they are not known.
    ///   - former: A state after the last answer and before these commits; nil if there is none.
    package mutating func groups(
        _ snapshot: DatabaseSnapshot, touched: Set<RowNumber>?, since former: DatabaseSnapshot?
    ) throws -> [Group] {
        let view = snapshot.view
        return try view.checked {
            let definition = try snapshot.definition(grouping.query.entity)
            let isSame = self.definition === definition
            let isUnchanged = isSame && touched?.isEmpty == true && !dependsOnOtherObjects
            if !isUnchanged {
                try follow(isSame ? touched : nil, from: former, to: snapshot, definition)
            }
            self.definition = definition
            return last
        }
    }

    /// Brings the groups up to date, or makes them again.
    private mutating func follow(
        _ touched: Set<RowNumber>?, from former: DatabaseSnapshot?, to snapshot: DatabaseSnapshot,
        _ definition: EntityDefinition
    ) throws {
        let scope = FilterScope(definition.schema, snapshot.catalog.finder)
        let bound = try BoundGrouping(counted, in: scope)
        guard grouping.query.isByObject, bound.isOwn else {
            last = try snapshot.groups(grouping)
            return
        }
        let view = snapshot.view
        switch try followCells(touched, from: former, to: snapshot, bound) {
        case .unchanged: return
        case .changed: break
        case .unknown:
            cells = nil
            cells = try AggregateExecution(counted.query, in: view).followedCells(bound)
        }
        last = try groups(in: scope, within: view.limit)
    }

    /// The state of the cells after the touched objects were read.
    private enum Outcome {
        case unchanged, changed
        /// The groups must be made again.
        case unknown
    }

    /// Brings the cells up to date.
    private mutating func followCells(
        _ touched: Set<RowNumber>?, from former: DatabaseSnapshot?, to snapshot: DatabaseSnapshot,
        _ bound: BoundGrouping
    ) throws -> Outcome {
        guard let touched, let former, var cells,
            touched.count <= max(64, cells.objectCount / 8)
        else { return .unknown }
        let names = bound.ownAttributes.sorted()
        let old = try TouchedObjects(touched, of: counted.query, names, in: former.view)
        let new = try TouchedObjects(touched, of: counted.query, names, in: snapshot.view)
        let (leaving, coming) = (old.differing(from: new), new.differing(from: old))
        if leaving.isEmpty, coming.isEmpty { return .unchanged }
        guard bound.isExact else { return .unknown }
        self.cells = nil
        let schema = try snapshot.definition(grouping.query.entity).schema
        var scan = try GroupScan(bound, of: schema, in: former.view)
        for object in leaving { try scan.add(object.found) }
        guard try cells.remove(scan.groups) else { return .unknown }
        scan = try GroupScan(bound, of: schema, in: snapshot.view)
        for object in coming { try scan.add(object.found) }
        try cells.add(scan.groups, within: snapshot.view.limit)
        self.cells = cells
        return .changed
    }

    /// Returns the groups of the cells, without those that have no more objects.
    private mutating func groups(
        in scope: FilterScope, within limit: ReadLimit?
    ) throws -> [Group] {
        guard let cells else { return [] }
        let (keys, present) = cells.present
        let groups = try BoundGrouping(grouping, in: scope).groups(keys, present, within: limit)
        // Empty groups take memory until the groups are made again.
        if cells.count > 2 * keys.count + 1024 { self.cells = nil }
        return groups
    }
}

extension Query {
    /// Whether an object's own values decide if it is in the result.
    var isByObject: Bool {
        limit == nil && offset == 0 && after == nil && !dependsOnOtherObjects
    }
}

extension [Group] {
    /// Whether all keys and values are the same, bit for bit.
    package func isIdentical(to other: [Group]) -> Bool {
        count == other.count
            && zip(self, other).allSatisfy {
                $0.key.isIdentical(to: $1.key) && $0.values.isIdentical(to: $1.values)
            }
    }
}
