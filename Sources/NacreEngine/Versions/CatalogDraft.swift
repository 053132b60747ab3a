internal import NacreFormat

/// A catalog under construction, to which the definitions of a log are added one after another. A
/// catalog itself is copied for each change, which would take quadratic time for a log that defines
/// many entities. Here the cost of a definition does not depend on the number of entities.
/// Everything that depends on all of them is computed once, at the end.
struct CatalogDraft {
    private let base: Catalog
    /// The entities, by number, that differ from the base or whose layouts were read.
    private var entities: [Entity?] = []
    private var entityCount = 0
    /// The numbers of those entities, by name. Empty while there are few: a process's first
    /// dictionary costs more than opening a small store may take.
    private var numbers: [String: Int] = [:]
    /// The layouts, by id, that the base does not have.
    private var layouts: [Layout?] = []
    /// The base's layouts, by entity number. Made on first use.
    private var baseLayouts: [[Layout]]?
    private var treeCount: Int
    private var isChanged = false

    private struct Entity {
        var schema: StoredSchema
        var indexes: [IndexDefinition]
        /// The newest layout.
        var layout: LayoutID?
        /// The attributes of all layouts, each once.
        var attributes: [LayoutAttribute] = []

        mutating func add(_ layout: Layout) {
            for attribute in layout.attributes where !has(attribute) {
                attributes.append(attribute)
            }
        }

        private func has(_ attribute: LayoutAttribute) -> Bool {
            attributes.contains { known in
                known.id == attribute.id && known.type == attribute.type
                    && known.pipeline == attribute.pipeline
            }
        }
    }

    init(_ base: Catalog) {
        self.base = base
        treeCount = base.treeCount
    }

    private func entity(_ number: EntityNumber) -> Entity? {
        let index = Int(number.rawValue)
        return index < entities.count ? entities[index] : nil
    }

    func schema(_ number: EntityNumber) -> StoredSchema? {
        entity(number)?.schema ?? base[number]?.schema
    }

    func schema(named name: String) -> StoredSchema? {
        if numbers.isEmpty {
            for case let entity? in entities where entity.schema.name == name {
                return entity.schema
            }
        } else if let number = numbers[name] {
            return entities[number]?.schema
        }
        // If the entity was renamed since, it was found above, or there is none of this name.
        guard let schema = base[name]?.schema, entity(schema.number) == nil else {
            return nil
        }
        return schema
    }

    func layout(_ id: LayoutID) -> Layout? {
        let index = Int(id.rawValue)
        return (index < layouts.count ? layouts[index] : nil) ?? base.layout(id)
    }

    /// Returns the attributes of all layouts of an entity. One number may occur several times, with
    /// different types or pipelines.
    mutating func layoutAttributes(of number: EntityNumber) -> [LayoutAttribute] {
        takeFromBase(number)
        return entity(number)?.attributes ?? []
    }

    // MARK: Definitions

    /// Adds a schema. It replaces the schema with the same number, if there is one.
    mutating func add(_ schema: StoredSchema) {
        takeFromBase(schema.number)
        let former = entity(schema.number)
        let indexes = Catalog.indexes(of: schema, besides: former?.indexes ?? [], &treeCount)
        var entity = former ?? Entity(schema: schema, indexes: indexes)
        entity.schema = schema
        entity.indexes = indexes
        set(entity, replacing: former)
        isChanged = true
    }

    /// Adds a layout. It becomes its entity's current layout if it is the newest.
    mutating func add(_ layout: Layout) {
        takeFromBase(layout.entity)
        layouts.set(layout, at: Int(layout.id.rawValue))
        isChanged = true
        guard var entity = entity(layout.entity) else { return }
        entity.add(layout)
        if (entity.layout ?? .externalValue) <= layout.id { entity.layout = layout.id }
        entities[Int(layout.entity.rawValue)] = entity
    }

    /// Copies an entity from the base, if the base has it.
    private mutating func takeFromBase(_ number: EntityNumber) {
        guard entity(number) == nil, let definition = base[number] else { return }
        var entity = Entity(
            schema: definition.schema, indexes: definition.indexes,
            layout: definition.layout?.id)
        for layout in layouts(ofBase: number) { entity.add(layout) }
        set(entity, replacing: nil)
    }

    private mutating func layouts(ofBase number: EntityNumber) -> [Layout] {
        let byEntity = baseLayouts ?? base.layoutsByEntity
        baseLayouts = byEntity
        let index = Int(number.rawValue)
        return index < byEntity.count ? byEntity[index] : []
    }

    private mutating func set(_ entity: Entity, replacing former: Entity?) {
        let number = Int(entity.schema.number.rawValue)
        entities.set(entity, at: number)
        if former == nil { entityCount += 1 }
        if numbers.isEmpty {
            guard entityCount > 16 else { return }
            for (number, entity) in entities.enumerated() {
                if let entity { numbers[entity.schema.name] = number }
            }
        } else {
            if let former, numbers[former.schema.name] == number {
                numbers[former.schema.name] = nil
            }
            numbers[entity.schema.name] = number
        }
    }

    // MARK: The complete catalog

    /// The catalog with all added definitions.
    var catalog: Catalog {
        guard isChanged else { return base }
        let layouts = allLayouts()
        var definitions: [EntityDefinition] = []
        for number in 0..<max(entities.count, base.entityCount) {
            if number < entities.count, let entity = entities[number] {
                let layout = entity.layout.flatMap { layouts[Int($0.rawValue)] }
                definitions.append(
                    EntityDefinition(
                        schema: entity.schema, layout: layout, indexes: entity.indexes))
            } else if let definition = base[EntityNumber(UInt16(number))] {
                definitions.append(definition)
            }
        }
        return Catalog(definitions: definitions, layouts: layouts, treeCount: treeCount)
    }

    /// Returns all layouts by id, as their entities' schemas read them.
    private func allLayouts() -> [Layout?] {
        var all = base.layoutsByID
        for case let layout? in layouts { all.set(layout, at: Int(layout.id.rawValue)) }
        return all.map { layout in
            guard let layout, let entity = entity(layout.entity) else { return layout }
            return layout.read(by: entity.schema)
        }
    }
}
