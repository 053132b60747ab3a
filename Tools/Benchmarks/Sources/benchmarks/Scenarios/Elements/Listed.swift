import Nacre

/// An object with one collection.
struct Listed<Values: AttributeValue>: Entity {
    let id: Int
    var values: Values

    static var entityName: String { "Listed" }

    static var schema: EntitySchema<Listed> {
        EntitySchema(Listed.init, Attribute("id", \.id), Attribute("values", \.values))
    }
}
