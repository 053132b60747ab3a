internal import NacreFormat

/// What the entities of a checkpoint's catalog have of its sections.
struct CheckpointRoots {
    /// By entity number.
    private(set) var roots: [EntityRoots]
    /// Besides those of ids, by ``IndexDefinition/slot``.
    private(set) var trees: [Tree]
    /// By entity number.
    private(set) var freeRows: [FreeRows]

    /// - Parameters:
    ///   - blocks: of sections that were checked.
    ///   - pool: gets the inner nodes.
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

    /// - Returns: the section that they stand in.
    private mutating func setRows(
        of entity: EntityNumber, _ blocks: CheckpointBlocks, _ places: SectionPlaces,
        _ pool: NodePool
    ) throws(FormatError) -> CheckpointSection {
        let index = Int(entity.rawValue)
        let place = try places.place(of: .rows, entity)
        let section = blocks.sections[place]
        roots[index].rows = blocks.rows(at: place, pool)
        roots[index].rowsEnd = section.number
        freeRows[index] = FreeRows(section, of: blocks)
        return section
    }
}
