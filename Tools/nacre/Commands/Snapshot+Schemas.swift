internal import NacreEngine
internal import NacreFormat

extension DatabaseSnapshot {
    /// - Parameter entity: The entity's name, or nil for the schemas of all entities.
    func schemas(of entity: String?) throws -> [StoredSchema] {
        try entity.map { [try schema(of: $0)] } ?? catalog.all.map(\.schema)
    }
}
