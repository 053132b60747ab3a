internal import NacreFormat

/// Hangs the blocks of a checkpoint under inner nodes: one for some forty leaves.
struct CheckpointRoots {
    private let catalog: Catalog
    private let file: CheckpointFile
    private let pool: NodePool
    private(set) var roots: [EntityRoots]
    private(set) var trees: [Tree]
    private(set) var freeRows: [FreeRows] = []

    init(_ catalog: Catalog, file: CheckpointFile, pool: NodePool) {
        self.catalog = catalog
        self.file = file
        self.pool = pool
        roots = Array(repeating: EntityRoots(), count: max(1, catalog.entityCount))
        trees = Array(repeating: Tree(), count: catalog.treeCount)
    }

    /// Reads the sections of all entities of the catalog.
    mutating func read(_ sections: [CheckpointSection]) throws(FormatError) {
        let numbers = [EntityNumber.externalValue] + catalog.all.map(\.schema.number)
        freeRows = roots.indices.map { _ in FreeRows() }
        for number in numbers {
            let index = Int(number.rawValue)
            let section = try CheckpointFile.only(.rows, number, in: sections)
            roots[index].rows = try rows(section)
            roots[index].rowsEnd = section.number
            freeRows[index] = FreeRows(section, of: file.mapping)
        }
        for definition in catalog.all {
            let number = definition.schema.number
            let index = Int(number.rawValue)
            let ids = try CheckpointFile.only(.ids, number, in: sections)
            let rows = try CheckpointFile.only(.rows, number, in: sections)
            guard ids.entries == rows.entries else {
                throw bad(ids, "entries", rows.entries, ids.entries)
            }
            roots[index].ids = try tree(ids)
            for unique in definition.uniques {
                let section = try CheckpointFile.only(
                    .unique, number, number: unique.attribute.id.rawValue, in: sections)
                trees[unique.slot] = try tree(section)
            }
        }
    }

    private func rows(_ section: CheckpointSection) throws(FormatError) -> RowTable {
        let view = file.view(section)
        var table = RowTable()
        var offset = 0
        var next = 0
        for _ in 0..<section.blocks {
            let block = try PackedBlock.read(
                view, at: offset, entriesMax: PackedBlockFields.wordsMax, rowWidthMax: 0,
                origin: section.offset)
            let first = Int(block.baseRow)
            guard first >= next, first % PackedBlockFields.wordsMax == 0,
                first + block.count <= Int(section.number)
            else { throw bad(section, "base row", "\(next) up", first, at: offset) }
            table.setLeaf(
                Node(packed: view[offset..<view.count], isOfRows: true), from: block.baseRow,
                pool: pool)
            next = first + PackedBlockFields.wordsMax
            offset += block.size
        }
        try checkEnd(section, offset)
        return table
    }

    private func tree(_ section: CheckpointSection) throws(FormatError) -> Tree {
        let view = file.view(section)
        var leaves: [Tree.Child] = []
        leaves.reserveCapacity(min(section.blocks, view.count / PackedBlockFields.size))
        var offset = 0
        var count = 0
        var last = TreeEntry.min
        for _ in 0..<section.blocks {
            let block = try PackedBlock.read(
                view, at: offset, entriesMax: PackedBlockFields.entriesMax, rowWidthMax: 4,
                origin: section.offset)
            let first = Self.entry(0, of: block)
            let end = Self.entry(block.count - 1, of: block)
            guard last < first || count == 0, first <= end, Self.isInOrder(block) else {
                throw bad(section, "entries", "in ascending order", "another", at: offset)
            }
            last = end
            let leaf = Node(packed: view[offset..<view.count], isOfRows: false)
            leaves.append(Tree.Child(node: leaf, count: block.count, first: first))
            count += block.count
            offset += block.size
        }
        try checkEnd(section, offset)
        guard count == section.entries else {
            throw bad(section, "entries", section.entries, count)
        }
        return Tree(leaves: leaves, pool: pool)
    }

    private static func entry(_ index: Int, of block: PackedBlock) -> TreeEntry {
        TreeEntry(key: block.key(index), row: block.row(index))
    }

    /// As a rule only the ends of a block are looked at: a search in one that is out of order
    /// misses, and no more. With checks, which would stop the process there, all of it is.
    private static func isInOrder(_ block: PackedBlock) -> Bool {
        #if NACRE_CHECKS
            return (1..<max(1, block.count)).allSatisfy {
                entry($0 - 1, of: block) < entry($0, of: block)
            }
        #else
            return true
        #endif
    }

    private func checkEnd(
        _ section: CheckpointSection, _ offset: Int
    ) throws(FormatError) {
        guard offset + PackedBlockFields.slack == section.length else {
            throw bad(section, "length", offset + PackedBlockFields.slack, section.length)
        }
    }

    private func bad(
        _ section: CheckpointSection, _ field: String, _ expected: Any, _ found: Any, at: Int = 0
    ) -> FormatError {
        FormatError(
            .badValue, structure: "checkpoint section", field: "\(field) of '\(section.kind)'",
            offset: section.offset + at, expected: "\(expected)", found: "\(found)")
    }
}
