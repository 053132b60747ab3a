internal import NacreFormat

/// The roots of the entities in a checkpoint's catalog, made from its sections.
struct CheckpointRoots {
    /// The roots, by entity number.
    private(set) var roots: [EntityRoots]
    /// The trees except those of ids, by ``IndexDefinition/slot``.
    private(set) var trees: [Tree]
    /// The free rows, by entity number.
    private(set) var freeRows: [FreeRows]

    /// - Parameters:
    ///   - blocks: The blocks, whose sections were checked.
    ///   - pool: The pool for the inner nodes.
    init(
        _ catalog: Catalog, _ blocks: CheckpointBlocks, _ pool: NodePool
    ) throws(FormatError) {
        let sections = blocks.sections
        let places = SectionPlaces(sections)
        let count = max(1, catalog.entityCount)
        roots = Array(repeating: EntityRoots(), count: count)
        trees = Array(repeating: Tree(), count: catalog.treeCount)
        freeRows = (0..<count).map { _ in FreeRows() }
        _ = try setRows(of: .externalValue, blocks, places, pool)
        for definition in catalog.all {
            let number = definition.schema.number
            let rows = try setRows(of: number, blocks, places, pool)
            let ids = try places.place(of: .ids, number)
            guard sections[ids].entries == rows.entries else {
                throw sections[ids].bad("entries", rows.entries, sections[ids].entries)
            }
            roots[Int(number.rawValue)].ids = blocks.tree(at: ids)
            for (place, index) in definition.indexes.enumerated() {
                let (kind, numberOfIndex) = definition.treeSection(of: place)
                let section = try places.place(of: kind, number, number: numberOfIndex)
                trees[index.slot] = blocks.tree(at: section)
            }
        }
    }

    /// Returns the rows of all entities, without trees.
    static func rows(
        of catalog: Catalog, _ blocks: CheckpointBlocks, _ pool: NodePool
    ) throws(FormatError) -> [EntityRoots] {
        var roots = Array(repeating: EntityRoots(), count: max(1, catalog.entityCount))
        let places = SectionPlaces(blocks.sections)
        for entity in [.externalValue] + catalog.all.map(\.schema.number) {
            (roots[Int(entity.rawValue)], _) = try rows(of: entity, blocks, places, pool)
        }
        return roots
    }

    /// Returns the rows of an entity, and the section that they are made of.
    private static func rows(
        of entity: EntityNumber, _ blocks: CheckpointBlocks, _ places: SectionPlaces,
        _ pool: NodePool
    ) throws(FormatError) -> (EntityRoots, CheckpointSection) {
        let place = try places.place(of: .rows, entity)
        let section = blocks.sections[place]
        var roots = EntityRoots()
        roots.rows = blocks.rows(at: place, pool)
        roots.rowsEnd = section.number
        return (roots, section)
    }

    /// Sets the row table of an entity.
    /// - Returns: The section of the rows.
    private mutating func setRows(
        of entity: EntityNumber, _ blocks: CheckpointBlocks, _ places: SectionPlaces,
        _ pool: NodePool
    ) throws(FormatError) -> CheckpointSection {
        let index = Int(entity.rawValue)
        let section: CheckpointSection
        (roots[index], section) = try Self.rows(of: entity, blocks, places, pool)
        freeRows[index] = FreeRows(section, of: blocks)
        return section
    }
}
