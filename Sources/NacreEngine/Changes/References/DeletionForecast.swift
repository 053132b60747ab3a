internal import NacreFormat

/// The effects that deleting some objects would have.
package struct DeletionForecast: Sendable {
    /// The objects that would be deleted, the requested ones first.
    package let deleted: [ObjectName]
    /// The objects that would stay and lose references.
    package let losing: [ObjectName]
    /// The number of requested objects among the deleted ones.
    package let requestedCount: Int
}

extension Changes {
    /// Returns the effects of ``delete(_:)`` without changing anything.
    /// - Throws: The errors of ``delete(_:)``.
    package func forecast(deleting objects: [ObjectIDs]) throws -> DeletionForecast {
        let plan = try plan(deleting: objects)
        return DeletionForecast(
            deleted: try plan.deleted.map(key), losing: try plan.losses.map { try key($0.place) },
            requestedCount: plan.requestedCount)
    }

    private func key(_ place: DeletionPlan.Place) throws -> ObjectName {
        let found = try record(of: place.row, in: place.definition)
        return ObjectName(entity: place.definition.schema.name, id: try id(of: found))
    }
}
