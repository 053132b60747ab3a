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
            for (kind, place, index) in definition.treeSections {
                let section = try CheckpointFile.only(
                    kind, number, number: place, in: sections)
                trees[index.slot] = try tree(section)
            }
        }
    }

    private func rows(_ section: CheckpointSection) throws(FormatError) -> RowTable {
        let blocks = try PackedBlocks(
            file.view(section), count: section.blocks, of: .rows, origin: section.offset)
        var table = RowTable()
        for index in 0..<blocks.count {
            let top = blocks.top(index)
            let end = Int(top.baseRow) + top.count
            guard end <= Int(section.number) else {
                throw bad(section, "rows", "below \(section.number)", end)
            }
            let leaf = Node(packed: blocks.topView(index), isOfRows: true)
            table.setLeaf(leaf, from: top.baseRow, pool: pool)
        }
        return table
    }

    private func tree(_ section: CheckpointSection) throws(FormatError) -> Tree {
        let blocks = try PackedBlocks(
            file.view(section), count: section.blocks, of: .tree, origin: section.offset)
        try checkEntries(of: blocks, section)
        return Tree(leaves: blocks.count, pool: pool) { index in
            let top = blocks.top(index)
            return Tree.Child(
                node: Node(packed: blocks.topView(index), isOfRows: false), count: top.count,
                first: TreeEntry(key: top.baseKey, row: top.firstRow))
        }
    }

    /// Whether a tree can count its entries. With checks, which would stop the process over any
    /// disorder, every one of them is looked at.
    private func checkEntries(
        of blocks: PackedBlocks, _ section: CheckpointSection
    ) throws(FormatError) {
        let count = (0..<blocks.count).reduce(0) { $0 + blocks.top($1).count }
        guard count == section.entries else {
            throw bad(section, "entries", section.entries, count)
        }
        guard count <= Int(UInt32.max) else {
            throw bad(section, "entries", "at most \(UInt32.max)", count)
        }
        #if NACRE_CHECKS
            var last: TreeEntry?
            for block in (0..<blocks.count).lazy.map({ blocks[$0] }) {
                for index in 0..<block.count {
                    let entry = TreeEntry(key: block.key(index), row: block.row(index))
                    if let last, !(last < entry) {
                        throw bad(section, "entries", "in ascending order", "another")
                    }
                    last = entry
                }
            }
        #endif
    }

    private func bad(
        _ section: CheckpointSection, _ field: String, _ expected: Any, _ found: Any
    ) -> FormatError {
        FormatError(
            .badValue, structure: "checkpoint section", field: "\(field) of '\(section.kind)'",
            offset: section.offset, expected: "\(expected)", found: "\(found)")
    }
}
