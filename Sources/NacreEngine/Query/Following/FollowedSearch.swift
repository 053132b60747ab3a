package import NacreFormat

/// The hits of a ranked search, followed from commit to commit. Each change of a searched text
/// changes scores, so the search runs again after commits that touch what the ranking depends on.
package struct FollowedSearch {
    package struct Answer {
        /// The best objects, the best one first.
        package let hits: [RankedHit]
        package let highlighter: SearchHighlighter
    }

    private struct Place: Equatable {
        let row: RowNumber
        let score: Double
    }

    private let request: RankedSearch
    /// The entity's definition at the last answer; nil if there is none that counts.
    private var definition: EntityDefinition?
    private var places: [Place] = []

    /// The maximum number of touched objects that are read one by one.
    private static let touchedMax = 4096

    package init(_ request: RankedSearch) { self.request = request }

    /// Returns the hits in a snapshot; nil if they are those of the last call.
    /// - Parameters:
    ///   - touched: The rows of the entity that commits since the last answer have touched; nil if
    ///     they are not known.
    ///   - former: A state after the last answer and before these commits; nil if there is none.
    package mutating func answer(
        _ snapshot: DatabaseSnapshot, touched: Set<RowNumber>?, since former: DatabaseSnapshot?
    ) throws -> Answer? {
        let view = snapshot.view
        return try view.checked {
            let next = try snapshot.definition(request.entity)
            let touched = definition === next ? touched : nil
            definition = nil
            let hasTouchedHit = touched.map { touched in
                places.contains { touched.contains($0.row) }
            }
            if let touched, let former, hasTouchedHit == false,
                try isRankingSame(touched, since: former, in: view, next)
            {
                definition = next
                return nil
            }
            let execution = try SearchExecution(request, in: view)
            let hits = try execution.hits()
            let found = hits.map { Place(row: $0.record.row, score: $0.score) }
            definition = next
            if hasTouchedHit == false, found == places { return nil }
            places = found
            return Answer(hits: hits, highlighter: execution.highlighter)
        }
    }

    /// Returns whether touched objects have the same values of all attributes that the ranking
    /// depends on.
    private func isRankingSame(
        _ touched: Set<RowNumber>, since former: DatabaseSnapshot, in view: StoreView,
        _ definition: EntityDefinition
    ) throws -> Bool {
        let filter = request.filter
        guard touched.count <= Self.touchedMax, !request.query(of: filter).reachesOtherObjects,
            let search = definition.searches.first(where: { $0.schema.name == request.search })
        else { return false }
        // The id decides ties, and an object may have the row of another one.
        var names = filter.ownAttributes.union(search.fields)
        names.insert(definition.schema.idAttribute.name)
        if let recency = request.recency { names.insert(recency.attribute) }
        let all = request.query(of: .all)
        let old = try TouchedObjects(touched, of: all, names.sorted(), in: former.view)
        let new = try TouchedObjects(touched, of: all, names.sorted(), in: view)
        return old.differing(from: new).isEmpty && new.differing(from: old).isEmpty
    }
}

extension RankedSearch {
    /// Returns a query of the objects of a filter.
    func query(of filter: FilterExpression) -> Query { Query(entity: entity, filter: filter) }
}
