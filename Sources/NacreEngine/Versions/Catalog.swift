package import NacreFormat

/// The schemas and layouts of a store at one version. Immutable; a change makes another one.
package final class Catalog: Sendable {
    /// By name.
    private let entities: [String: EntityDefinition]
    private let layouts: [LayoutID: Layout]
    /// By entity number, of which it is the index; 0 is the hidden entity of external values.
    package let entityCount: Int

    static let empty = Catalog(definitions: [], layouts: [:])

    private init(definitions: [EntityDefinition], layouts: [LayoutID: Layout]) {
        entities = Dictionary(
            definitions.map { ($0.schema.name, $0) }, uniquingKeysWith: { $1 })
        self.layouts = layouts
        let highest = definitions.map(\.schema.number.rawValue).max() ?? 0
        entityCount = Int(highest) + 1
    }

    /// In the order of their numbers.
    package var all: [EntityDefinition] {
        entities.values.sorted { $0.schema.number < $1.schema.number }
    }

    package subscript(name: String) -> EntityDefinition? { entities[name] }

    package func layout(_ id: LayoutID) -> Layout? { layouts[id] }

    /// Every layout of an entity, oldest first.
    func layouts(of entity: EntityNumber) -> [Layout] {
        layouts.values.filter { $0.entity == entity }.sorted { $0.id < $1.id }
    }

    var nextEntity: EntityNumber? { EntityNumber(UInt16(entityCount - 1)).next }
    var nextLayout: LayoutID? { (layouts.keys.max() ?? .externalValue).next }

    /// This catalog with a schema that is new or replaces the one of its number.
    func adding(_ schema: EntitySchema) -> Catalog {
        let rest = all.filter { $0.schema.number != schema.number }
        let layout = all.first { $0.schema.number == schema.number }?.layout
        return Catalog(
            definitions: rest + [EntityDefinition(schema: schema, layout: layout)],
            layouts: layouts)
    }

    /// This catalog with a layout, which becomes its entity's current one if it is the newest.
    func adding(_ layout: Layout) -> Catalog {
        var layouts = layouts
        layouts[layout.id] = layout
        let definitions = all.map { definition in
            guard definition.schema.number == layout.entity,
                (definition.layout?.id ?? .externalValue) <= layout.id
            else { return definition }
            return EntityDefinition(schema: definition.schema, layout: layout)
        }
        return Catalog(definitions: definitions, layouts: layouts)
    }
}

/// An entity's schema and the layout that new records get.
package struct EntityDefinition: Sendable {
    package let schema: EntitySchema
    /// Nil only between reading a schema frame and its layout frame.
    package let layout: Layout?
}
