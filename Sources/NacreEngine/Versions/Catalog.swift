package import NacreFormat

/// The schemas and layouts of a store at one version. Immutable: a change makes a new catalog.
package final class Catalog: Sendable {
    /// The definitions, sorted by name. There are few. No dictionary: the first one with string
    /// keys costs a process a quarter of a millisecond, which is too much when opening a store.
    private let named: [EntityDefinition]
    /// The definitions, by entity number.
    private let numbered: [EntityDefinition?]
    /// The layouts, by id, as their entities' schemas read them. Ids are assigned consecutively.
    let layoutsByID: [Layout?]
    /// The attributes with a delete rule, by the entity that they refer to. Each list is in the
    /// order of the attributes' own entities.
    private let guarded: [String: [GuardedReference]]
    /// The length of an array indexed by entity number. Entity 0 is the hidden entity of external
    /// values.
    package let entityCount: Int
    /// The number of trees, not counting those of ids, but including those that are no longer used.
    /// A tree keeps its slot while the store is open, so a schema change moves no tree.
    let treeCount: Int
    /// The feature bits that a program must know to write objects of these entities. Each new log
    /// segment has them in its header.
    let requiredToWrite: UInt32
    /// The full-text searches of all entities.
    let searches: [SearchDefinition]

    static let empty = Catalog(definitions: [], layouts: [], treeCount: 0)

    /// - Parameters:
    ///   - definitions: The definitions, in any order.
    ///   - layouts: The layouts, by id, as their entities' schemas read them.
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
        searches = named.flatMap(\.searches)
        requiredToWrite = named.reduce(0) { $0 | $1.schema.requiredToWrite }
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

    /// Returns the attributes with a delete rule that refer to an entity.
    func guardedReferences(to entity: String) -> [GuardedReference] { guarded[entity] ?? [] }

    /// The definitions, in the order of their numbers.
    package var all: [EntityDefinition] { numbered.compactMap { $0 } }

    package subscript(name: String) -> EntityDefinition? {
        // With few names, comparing each is faster than a binary search.
        if named.count <= 16 { return named.first { $0.schema.name == name } }
        let index = named.partitioningIndex { $0.schema.name.order(relativeTo: name) >= 0 }
        guard index < named.count, named[index].schema.name == name else { return nil }
        return named[index]
    }

    package subscript(number: EntityNumber) -> EntityDefinition? {
        let index = Int(number.rawValue)
        return index < numbered.count ? numbered[index] : nil
    }

    /// Returns whether a definition is the current one of its entity. Counts no references.
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

    /// Returns every layout of an entity, oldest first.
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

    /// Every layout, oldest first, by entity number.
    var layoutsByEntity: [[Layout]] {
        var byEntity: [[Layout]] = []
        for case let layout? in layoutsByID {
            let number = Int(layout.entity.rawValue)
            while byEntity.count <= number { byEntity.append([]) }
            byEntity[number].append(layout)
        }
        return byEntity
    }

    /// The first older layout whose records may lack a value for an attribute that is not nullable
    /// in the schema.
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
        // Layout 0 is that of external values.
        LayoutID(UInt16(max(layoutsByID.count, 1) - 1)).next
    }

    /// Makes the catalog that results from adding the schemas in the order of their numbers, and
    /// then the layouts. If several have one number, the last one counts.
    convenience init(_ schemas: [StoredSchema], _ layouts: [Layout]) {
        var numbered: [StoredSchema?] = []
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

    /// Returns the layouts by id, as their entities' schemas read them.
    /// - Parameter schemas: The schemas, by entity number.
    private static func numbered(
        _ layouts: [Layout], _ schemas: [StoredSchema?]
    ) -> [Layout?] {
        var numbered: [Layout?] = []
        for layout in layouts {
            let entity = Int(layout.entity.rawValue)
            let schema = entity < schemas.count ? schemas[entity] : nil
            numbered.set(schema.map { layout.read(by: $0) } ?? layout, at: Int(layout.id.rawValue))
        }
        return numbered
    }

    /// Makes the index definitions of a schema.
    /// - Parameters:
    ///   - former: The entity's former indexes, which keep their slots.
    ///   - treeCount: The number of slots in use. Incremented for each new slot.
    static func indexes(
        of schema: StoredSchema, besides former: [IndexDefinition], _ treeCount: inout Int
    ) -> [IndexDefinition] {
        var indexes: [IndexDefinition] = []
        for tree in schema.trees {
            let slot = former.first { $0.identity == tree }?.slot
            if slot == nil { treeCount += 1 }
            indexes.append(IndexDefinition(tree, of: schema, slot: slot ?? treeCount - 1))
        }
        return indexes
    }

    /// Returns this catalog with a schema added. It replaces the schema with the same number, if
    /// there is one.
    func adding(_ schema: StoredSchema) -> Catalog {
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

    /// Returns this catalog with a layout added. It becomes its entity's current layout if it is
    /// the newest.
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

    /// Returns this catalog with a definition replaced or added. Does not sort, because a store may
    /// have many entities, which are added one after another.
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

/// An entity's schema and the layout of new records. Immutable. A class, because it is passed along
/// with every lookup.
package final class EntityDefinition: Sendable {
    package let schema: StoredSchema
    /// The layout of new records. Nil only between reading a schema frame and its layout frame.
    package let layout: Layout?
    /// The indexes, those of the unique attributes first. The index of the ids is not among them:
    /// it has a tree of its own.
    package let indexes: [IndexDefinition]
    /// The places of the indexes' keys in records of the layout; nil for keys that are computed
    /// from values.
    let plainKeys: [PlainKey?]
    /// The indexes of the unique attributes.
    package let uniques: [IndexDefinition]
    /// The full-text searches.
    package let searches: [SearchDefinition]
    /// The ordinals of the attributes that have a delete rule.
    let guardedOrdinals: [Int]
    /// The definition of the ids' tree, in the same form as the other indexes. It has no slot.
    let idIndex: IndexDefinition
    /// All indexes, that of the ids first.
    let allIndexes: [IndexDefinition]
    /// The indexes that have an entry for each object with values, that of the ids first: a query
    /// can use no others.
    let wholeIndexes: [IndexDefinition]
    /// Whether values are unique among some objects only.
    package let hasConditions: Bool
    /// Whether any attribute has a column.
    let hasColumns: Bool
    /// The cache for the orders that queries request.
    let orders = Memo()
    package let idFinder: UniqueFinder
    /// The finders of the unique attributes.
    private let finders: [UniqueFinder]

    init(schema: StoredSchema, layout: Layout?, indexes: [IndexDefinition]) {
        self.schema = schema
        self.layout = layout
        self.indexes = indexes
        plainKeys = indexes.map { index in layout.flatMap { PlainKey(of: index, in: $0) } }
        guardedOrdinals = schema.guardedOrdinals
        searches = schema.searches.map { SearchDefinition($0, of: schema) }
        uniques = indexes.filter { $0.kind == .unique }
        let id = IndexDefinition.Identity(attributes: [schema.idAttribute.id], isUnique: true)
        idIndex = IndexDefinition(id, of: schema, slot: -1)
        allIndexes = [idIndex] + indexes
        wholeIndexes = allIndexes.filter(\.isOfAllObjects)
        hasConditions = wholeIndexes.count < allIndexes.count
        hasColumns = schema.attributes.contains(where: \.isColumnar)
        idFinder = UniqueFinder(schema.idOrdinal, of: schema, layout, slot: idIndex.slot)
        finders = uniques.map { UniqueFinder($0.ordinal, of: schema, layout, slot: $0.slot) }
    }

    func isSame(as other: EntityDefinition) -> Bool {
        schema == other.schema && layout?.id == other.layout?.id
            && indexes.map(\.slot) == other.indexes.map(\.slot)
            && indexes.map(\.identity) == other.indexes.map(\.identity)
    }

    /// Returns the index of an attribute that is unique among some objects only; nil if it is not.
    package func conditionalIndex(of attribute: String) -> IndexDefinition? {
        guard hasConditions else { return nil }
        return indexes.first {
            $0.kind == .uniqueWhere && $0.attributes.count == 1 && $0.attribute.name == attribute
        }
    }

    /// Returns the finder of a unique attribute's index.
    /// - Parameter unique: One of ``uniques``.
    func finder(of unique: IndexDefinition) -> UniqueFinder {
        guard let finder = finders.first(where: { $0.slot == unique.slot }) else {
            preconditionFailure("each unique attribute has a finder")
        }
        return finder
    }

    /// Returns the finder of the id or of a unique attribute.
    /// - Throws: `unknownAttribute`, or `schemaMismatch` if the attribute is not unique.
    package func finder(of attribute: String) throws(StoreError) -> UniqueFinder {
        if attribute == idFinder.name { return idFinder }
        if let finder = finders.first(where: { $0.name == attribute }) { return finder }
        throw notUnique(attribute)
    }

    /// Lends the finder of the id or of a unique attribute, so that finding an object counts no
    /// reference for it.
    @inline(__always)
    package func withFinder<Result>(
        of attribute: String, _ body: (UniqueFinder) throws -> Result
    ) throws -> Result {
        // SAFETY: this object retains the finders.
        for place in finders.indices {
            let finder = unsafe Unmanaged.passUnretained(finders[place])
            if unsafe finder._withUnsafeGuaranteedRef({ $0.name == attribute }) {
                return try unsafe finder._withUnsafeGuaranteedRef(body)
            }
        }
        return try body(finder(of: attribute))
    }

    /// Returns the finder of the id, or of an attribute that is unique among all objects, if each
    /// key belongs to one value; otherwise nil.
    func exactFinder(of attribute: String) -> UniqueFinder? {
        func isExact(_ finder: UniqueFinder) -> Bool {
            finder.name == attribute && finder.isExact && !finder.type.hasNaN
        }
        return isExact(idFinder) ? idFinder : finders.first(where: isExact)
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
            "'\(schema.name)' has no attribute '\(attribute)'. It has \(names)."
        ).about(schema.name, [attribute])
    }

    /// Whether records of the layout hold the schema's attributes, one for one. Writers rely on it.
    var isWhole: Bool {
        guard let layout else { return false }
        // Indexed by position, without copying parts of the layout: every opening runs this.
        return schema.attributes.count == layout.attributes.count
            && schema.attributes.indices.allSatisfy { ordinal in
                let (id, nullBit) = (layout.attributes[ordinal].id, layout.slots[ordinal].nullBit)
                let attribute = schema.attributes[ordinal]
                return attribute.id == id && attribute.isNullable == (nullBit != nil)
            }
    }
}
