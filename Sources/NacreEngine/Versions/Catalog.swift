package import NacreFormat

/// The schemas and layouts of a store at one version. Immutable; a change makes another one.
package final class Catalog: Sendable {
    /// In the order of their names. There are few, and the first dictionary with names for keys
    /// costs a process a quarter of a millisecond, which opening a store has no time for.
    private let named: [EntityDefinition]
    /// By entity number.
    private let numbered: [EntityDefinition?]
    /// By their ids, which are given one after another. As their entities' schemas read them.
    let layoutsByID: [Layout?]
    /// The attributes that have a delete rule, by the entities that they lead to; in the order of
    /// their own entities.
    private let guarded: [String: [GuardedReference]]
    /// By entity number, of which it is the index; 0 is the hidden entity of external values.
    package let entityCount: Int
    /// How many trees there are besides those of ids, with those that are used no more: a tree
    /// keeps its slot while the store is open, so that a change of the schema moves none.
    let treeCount: Int

    static let empty = Catalog(definitions: [], layouts: [], treeCount: 0)

    /// - Parameters:
    ///   - definitions: in any order.
    ///   - layouts: by their ids, as their entities' schemas read them.
    convenience init(definitions: [EntityDefinition], layouts: [Layout?], treeCount: Int) {
        self.init(
            named: definitions.sorted { $0.schema.name.order(relativeTo: $1.schema.name) < 0 },
            guarded: Self.guarded(in: definitions), layouts: layouts, treeCount: treeCount)
    }

    private init(
        named: [EntityDefinition], guarded: [String: [GuardedReference]], layouts: [Layout?],
        treeCount: Int
    ) {
        self.treeCount = treeCount
        self.named = named
        self.guarded = guarded
        layoutsByID = layouts
        let highest = named.lazy.map(\.schema.number.rawValue).max() ?? 0
        entityCount = Int(highest) + 1
        var numbered = [EntityDefinition?](repeating: nil, count: entityCount)
        for definition in named {
            numbered[Int(definition.schema.number.rawValue)] = definition
        }
        self.numbered = numbered
    }

    private static func guarded(
        in definitions: [EntityDefinition]
    ) -> [String: [GuardedReference]] {
        var guarded: [String: [GuardedReference]] = [:]
        for definition in definitions.sorted(by: { $0.schema.number < $1.schema.number }) {
            for ordinal in definition.guardedOrdinals {
                guard let target = definition.schema.attributes[ordinal].reference else { continue }
                let reference = GuardedReference(
                    entity: definition.schema.name, ordinal: ordinal)
                guarded[target, default: []].append(reference)
            }
        }
        return guarded
    }

    /// The attributes with a delete rule that lead to an entity.
    func guardedReferences(to entity: String) -> [GuardedReference] { guarded[entity] ?? [] }

    /// In the order of their numbers.
    package var all: [EntityDefinition] { numbered.compactMap { $0 } }

    package subscript(name: String) -> EntityDefinition? {
        // Of few names each is compared more quickly than one is put in its place.
        if named.count <= 16 { return named.first { $0.schema.name == name } }
        let index = named.partitioningIndex { $0.schema.name.order(relativeTo: name) >= 0 }
        guard index < named.count, named[index].schema.name == name else { return nil }
        return named[index]
    }

    package subscript(number: EntityNumber) -> EntityDefinition? {
        let index = Int(number.rawValue)
        return index < numbered.count ? numbered[index] : nil
    }

    /// Whether a definition is the present one of its entity. Counts no references.
    @inline(__always)
    func has(_ definition: EntityDefinition) -> Bool {
        let index = Int(definition.schema.number.rawValue)
        return index < numbered.count && numbered[index] === definition
    }

    package func layout(_ id: LayoutID) -> Layout? {
        let index = Int(id.rawValue)
        return index < layoutsByID.count ? layoutsByID[index] : nil
    }

    var layoutCount: Int { layoutsByID.count { $0 != nil } }

    /// Every layout of an entity, oldest first.
    package func layouts(of entity: EntityNumber) -> [Layout] {
        layoutsByID.compactMap { $0 }.filter { $0.entity == entity }
    }

    /// All entities in the order of their numbers, each with its layouts, oldest first.
    var allWithLayouts: [(definition: EntityDefinition, layouts: [Layout])] {
        let layouts = layoutsByEntity
        return all.map { definition in
            let number = Int(definition.schema.number.rawValue)
            return (definition, number < layouts.count ? layouts[number] : [])
        }
    }

    /// Every layout, oldest first, by the numbers of their entities.
    var layoutsByEntity: [[Layout]] {
        var byEntity: [[Layout]] = []
        for case let layout? in layoutsByID {
            let number = Int(layout.entity.rawValue)
            while byEntity.count <= number { byEntity.append([]) }
            byEntity[number].append(layout)
        }
        return byEntity
    }

    /// The first older layout of which records may have no value where the schema takes no null.
    var layoutWithoutValue: (layout: Layout, attribute: AttributeSchema)? {
        for case let layout? in layoutsByID {
            guard let definition = self[layout.entity], definition.layout !== layout,
                let attribute = layout.attributeWithoutValue(in: definition.schema)
            else { continue }
            return (layout, attribute)
        }
        return nil
    }

    var nextEntity: EntityNumber? { EntityNumber(UInt16(entityCount - 1)).next }
    var nextLayout: LayoutID? {
        // 0 is that of external values.
        LayoutID(UInt16(max(layoutsByID.count, 1) - 1)).next
    }

    /// As if the schemas in the order of their numbers, and then the layouts, had been added. Of
    /// several with one number the last one holds.
    convenience init(_ schemas: [EntitySchema], _ layouts: [Layout]) {
        var numbered: [EntitySchema?] = []
        for schema in schemas { numbered.set(schema, at: Int(schema.number.rawValue)) }
        let layouts = Self.numbered(layouts, numbered)
        var newest: [Layout?] = []
        for case let layout? in layouts { newest.set(layout, at: Int(layout.entity.rawValue)) }
        var treeCount = 0
        var definitions: [EntityDefinition] = []
        for (number, schema) in numbered.enumerated() {
            guard let schema else { continue }
            definitions.append(
                EntityDefinition(
                    schema: schema, layout: number < newest.count ? newest[number] : nil,
                    indexes: Self.indexes(of: schema, besides: [], &treeCount)))
        }
        self.init(definitions: definitions, layouts: layouts, treeCount: treeCount)
    }

    /// By their ids, as their entities' schemas read them.
    /// - Parameter schemas: by entity number.
    private static func numbered(
        _ layouts: [Layout], _ schemas: [EntitySchema?]
    ) -> [Layout?] {
        var numbered: [Layout?] = []
        for layout in layouts {
            let entity = Int(layout.entity.rawValue)
            let schema = entity < schemas.count ? schemas[entity] : nil
            numbered.set(schema.map { layout.read(by: $0) } ?? layout, at: Int(layout.id.rawValue))
        }
        return numbered
    }

    /// - Parameters:
    ///   - former: those that the entity had, which keep their slots.
    ///   - treeCount: so many slots are taken.
    static func indexes(
        of schema: EntitySchema, besides former: [IndexDefinition], _ treeCount: inout Int
    ) -> [IndexDefinition] {
        var indexes: [IndexDefinition] = []
        for tree in schema.trees {
            let slot = former.first { $0.identity == tree }?.slot
            if slot == nil { treeCount += 1 }
            indexes.append(IndexDefinition(tree, of: schema, slot: slot ?? treeCount - 1))
        }
        return indexes
    }

    /// This catalog with a schema that is new or replaces the one of its number.
    func adding(_ schema: EntitySchema) -> Catalog {
        let former = self[schema.number]
        var treeCount = treeCount
        let indexes = Self.indexes(of: schema, besides: former?.indexes ?? [], &treeCount)
        let definition = EntityDefinition(
            schema: schema, layout: former?.layout, indexes: indexes)
        let layouts =
            former == nil
            ? layoutsByID
            : layoutsByID.map { $0?.entity == schema.number ? $0?.read(by: schema) : $0 }
        return replacing(former, by: definition, layouts: layouts, treeCount: treeCount)
    }

    /// This catalog with a layout, which becomes its entity's current one if it is the newest.
    func adding(_ layout: Layout) -> Catalog {
        let former = self[layout.entity]
        let layout = former.map { layout.read(by: $0.schema) } ?? layout
        var layouts = layoutsByID
        layouts.set(layout, at: Int(layout.id.rawValue))
        var definition = former
        if let former, (former.layout?.id ?? .externalValue) <= layout.id {
            definition = EntityDefinition(
                schema: former.schema, layout: layout, indexes: former.indexes)
        }
        return replacing(former, by: definition, layouts: layouts, treeCount: treeCount)
    }

    /// Sorts nothing: a store may have many entities, which are added one after another.
    private func replacing(
        _ former: EntityDefinition?, by definition: EntityDefinition?, layouts: [Layout?],
        treeCount: Int
    ) -> Catalog {
        var named = named
        if let former { named.removeAll { $0 === former } }
        if let definition {
            let name = definition.schema.name
            let index = named.partitioningIndex { $0.schema.name.order(relativeTo: name) >= 0 }
            named.insert(definition, at: index)
        }
        let hasGuarded = [former, definition].contains { $0?.guardedOrdinals.isEmpty == false }
        return Catalog(
            named: named, guarded: hasGuarded ? Self.guarded(in: named) : guarded,
            layouts: layouts, treeCount: treeCount)
    }
}

extension Catalog {
    package var finder: EntityFinder { EntityFinder { self[$0]?.schema } }
}

/// An entity's schema and the layout that new records get. Immutable; an object, because it is
/// passed on for each one that is looked for.
package final class EntityDefinition: Sendable {
    package let schema: EntitySchema
    /// Nil only between reading a schema frame and its layout frame.
    package let layout: Layout?
    /// Those of the unique attributes first. Without the id, which has a tree of its own.
    package let indexes: [IndexDefinition]
    /// Where their keys stand in records of the layout; nil for those that are made of values.
    let plainKeys: [PlainKey?]
    /// Those of the unique attributes.
    package let uniques: [IndexDefinition]
    /// The ordinals of the attributes that have a delete rule.
    let guardedOrdinals: [Int]
    /// The tree of the ids, as one of the others: it has no slot.
    let idIndex: IndexDefinition
    /// The id's first.
    let allIndexes: [IndexDefinition]
    /// Whether there is a column.
    let hasColumns: Bool
    /// For the orders that queries ask for.
    let orders = Memo()
    package let idFinder: UniqueFinder
    /// Of the unique attributes.
    private let finders: [UniqueFinder]

    init(schema: EntitySchema, layout: Layout?, indexes: [IndexDefinition]) {
        self.schema = schema
        self.layout = layout
        self.indexes = indexes
        plainKeys = indexes.map { index in layout.flatMap { PlainKey(of: index, in: $0) } }
        guardedOrdinals = schema.guardedOrdinals
        uniques = indexes.filter { $0.isUnique && $0.attributes.count == 1 }
        let id = IndexDefinition.Identity(attributes: [schema.idAttribute.id], isUnique: true)
        idIndex = IndexDefinition(id, of: schema, slot: -1)
        allIndexes = [idIndex] + indexes
        hasColumns = schema.attributes.contains(where: \.isColumnar)
        idFinder = UniqueFinder(schema.idOrdinal, of: schema, layout, slot: idIndex.slot)
        finders = uniques.map { UniqueFinder($0.ordinal, of: schema, layout, slot: $0.slot) }
    }

    /// - Parameter unique: one of ``uniques``.
    func finder(of unique: IndexDefinition) -> UniqueFinder {
        guard let finder = finders.first(where: { $0.slot == unique.slot }) else {
            preconditionFailure("each unique attribute has a finder")
        }
        return finder
    }

    /// - Throws: `unknownAttribute`, and `schemaMismatch` if the attribute is not unique.
    package func finder(of attribute: String) throws(StoreError) -> UniqueFinder {
        if attribute == idFinder.name { return idFinder }
        if let finder = finders.first(where: { $0.name == attribute }) { return finder }
        throw notUnique(attribute)
    }

    /// Lends the same finder, so that finding an object counts no reference for it.
    @inline(__always)
    package func withFinder<Result>(
        of attribute: String, _ body: (UniqueFinder) throws -> Result
    ) throws -> Result {
        // SAFETY: this object has them.
        for place in finders.indices {
            let finder = unsafe Unmanaged.passUnretained(finders[place])
            if unsafe finder._withUnsafeGuaranteedRef({ $0.name == attribute }) {
                return try unsafe finder._withUnsafeGuaranteedRef(body)
            }
        }
        return try body(finder(of: attribute))
    }

    private func notUnique(_ attribute: String) -> StoreError {
        guard schema.ordinal(of: attribute) == nil else {
            return StoreError(
                .schemaMismatch,
                "'\(attribute)' of '\(schema.name)' is not unique in this store. Fetch with a"
                    + " filter instead.")
        }
        let names = schema.attributes.map { "'\($0.name)'" }.joined(separator: ", ")
        return StoreError(
            .unknownAttribute,
            "'\(schema.name)' has no attribute '\(attribute)'. It has \(names).")
    }

    /// Whether records of the layout hold the schema's attributes, one for one: who writes relies
    /// on it.
    var isWhole: Bool {
        guard let layout else { return false }
        // By places, and with nothing of the layout copied: every opening asks.
        return schema.attributes.count == layout.attributes.count
            && schema.attributes.indices.allSatisfy { ordinal in
                let (id, nullBit) = (layout.attributes[ordinal].id, layout.slots[ordinal].nullBit)
                let attribute = schema.attributes[ordinal]
                return attribute.id == id && attribute.isNullable == (nullBit != nil)
            }
    }
}
