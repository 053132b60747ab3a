internal import NacreFormat

/// What deleting some objects would lead to, for whoever wants to know before.
package struct DeletionForecast: Sendable {
    /// What would go, first what was asked for.
    package let deleted: [ObjectName]
    /// What would stay and lose references.
    package let losing: [ObjectName]
    /// How many of those that would go were asked for.
    package let requestedCount: Int
}

extension Changes {
    /// What ``delete(_:)`` would do. Changes nothing.
    /// - Throws: as it does.
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
