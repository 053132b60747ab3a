internal import NacreFormat

/// A section whose tops were checked, its blocks under inner nodes: one for some forty leaves. Of
/// one that is asked later only what its directory entry says was checked.
struct LoadedSection: Sendable {
    /// Of a section of rows; else empty, as is the tree of a section of something else than ids.
    let rows: RowTable
    let tree: Tree

    /// - Parameters:
    ///   - covered: the numbers of the segments that rows may lead into, ascending.
    ///   - pool: gets the inner nodes; none of them if this fails.
    init(
        _ section: CheckpointSection, of file: CheckpointFile, covering covered: [UInt32],
        pool: NodePool
    ) throws(FormatError) {
        if section.isAskedLater {
            try section.checkSize()
            rows = RowTable()
            tree = Tree()
            return
        }
        file.mapping.prefetch(section.checkedRange)
        try section.check(in: file.mapping.view, covering: covered)
        let blocks = PackedBlocks(checked: file.view(section), count: section.blocks)
        rows = section.kind == .rows ? Self.rows(blocks, pool) : RowTable()
        tree = section.kind.isOfTree ? Tree(blocks, pool) : Tree()
    }

    private static func rows(_ blocks: PackedBlocks, _ pool: NodePool) -> RowTable {
        var table = RowTable()
        for index in 0..<blocks.count {
            let leaf = Node(packed: blocks.topView(index), isOfRows: true)
            table.setLeaf(leaf, from: blocks.top(index).baseRow, pool: pool)
        }
        return table
    }
}

extension Tree {
    /// A tree whose leaves are blocks of a checkpoint.
    /// - Parameter blocks: of a section that was checked.
    init(_ blocks: PackedBlocks, _ pool: NodePool) {
        self.init(leaves: blocks.count, pool: pool) { index in
            let top = blocks.top(index)
            return Tree.Child(
                node: Node(packed: blocks.topView(index), isOfRows: false), count: top.count,
                first: TreeEntry(key: top.baseKey, row: top.firstRow))
        }
    }
}
