package import NacreFormat

/// An object of a store, by what never changes.
package struct ObjectName: Sendable, Hashable {
    /// The name of the entity.
    package let entity: String
    package let id: Value

    package init(entity: String, id: Value) {
        self.entity = entity
        self.id = id
    }
}
