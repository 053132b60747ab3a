package import NacreFormat

/// The identity of an object: the entity and id, which never change.
package struct ObjectName: Sendable, Hashable {
    /// The name of the entity.
    package let entity: String
    package let id: Value

    package init(entity: String, id: Value) {
        self.entity = entity
        self.id = id
    }
}

/// Objects of one entity, by their ids.
package struct ObjectIDs: Sendable {
    let definition: EntityDefinition
    package var ids: [Value]

    package init(_ ids: [Value], of definition: EntityDefinition) {
        self.definition = definition
        self.ids = ids
    }
}
